import CLibrary
import Doctor
import JSON

/// A Chromium without a window, driven by its DevTools protocol over a pipe
/// (https://chromedevtools.github.io/devtools-protocol/, `--remote-debugging-pipe`).
final class BrowserPipe {
    /// The requests that the page sent and that were not refused, by their numbers: those other than GET and HEAD, and those
    /// of its script that carry the link's values.
    private var requests: [(id: String, text: String)] = []
    var sent: [String] { requests.map(\.text) }
    /// Whether a form asks for a password, which was therefore not submitted.
    private(set) var asksForPassword = false
    private var link: PersonalAddress?

    private let process: pid_t
    private let input: Int32
    private let output: Int32
    private let profile: String
    private var session = ""
    private var context: String?
    private var last = 0
    private var received: [UInt8] = []
    private var hasLoaded = false
    /// The requests that were not answered yet.
    private var pending: Set<String> = []

    /// The programs that are tried without `--browser`.
    static let usual = ["chromium", "chromium-browser", "google-chrome", "chrome"]

    /// Starts a browser with a profile of its own; nil if it cannot be started.
    init?(_ program: String) {
        var toBrowser: [Int32] = [0, 0]
        var fromBrowser: [Int32] = [0, 0]
        guard pipe(&toBrowser) == 0, pipe(&fromBrowser) == 0 else { return nil }
        var template = Array("/tmp/latchkey-scan-XXXXXX".utf8CString)
        guard let folder = mkdtemp(&template) else { return nil }
        profile = String(cString: folder)
        // The shell gives the pipes the numbers that the browser has for them, by their files, since some shells know
        // only descriptors of one digit; and it hides what the browser writes otherwise.
        let script = "exec \"$0\" \"$@\" 3</dev/fd/\(toBrowser[0]) 4>/dev/fd/\(fromBrowser[1]) >/dev/null 2>&1"
        let isRoot = geteuid() == 0
        let arguments =
            [
                "/bin/sh", "-c", script, program, "--headless=new", "--remote-debugging-pipe",
                "--user-data-dir=\(profile)",
            ]
            + ["--no-first-run", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
            + (isRoot ? ["--no-sandbox"] : []) + ["about:blank"]
        for descriptor in [toBrowser[1], fromBrowser[0]] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        guard let process = ChildProcess.start(arguments) else { return nil }
        close(toBrowser[0])
        close(fromBrowser[1])
        self.process = process
        (input, output) = (toBrowser[1], fromBrowser[0])
        guard call("Browser.getVersion", [:]) != nil else { return nil }
    }

    /// Begins a visit, which shares nothing with earlier ones.
    private func begin() {
        session = ""
        if let context { _ = call("Target.disposeBrowserContext", ["browserContextId": .string(context)]) }
        (requests, pending, asksForPassword) = ([], [], false)
        context = call("Target.createBrowserContext", [:])?["browserContextId"]?.string
        let parameters: JSONObject = ["url": "about:blank", "browserContextId": .string(context ?? "")]
        let target = call("Target.createTarget", parameters)?["targetId"]?.string ?? ""
        session =
            call("Target.attachToTarget", ["targetId": .string(target), "flatten": true])?["sessionId"]?.string ?? ""
        for domain in ["Page", "Network", "Runtime"] { _ = call("\(domain).enable", [:]) }
    }

    deinit {
        session = ""
        _ = call("Browser.close", [:])
        close(input)
        close(output)
        var status: Int32 = 0
        waitpid(process, &status, 0)
        ChildProcess.status(["/bin/rm", "-rf", profile])
    }

    /// Visits a URL for the first time, and lets its scripts run until nothing happens any more.
    func visit(_ url: String) {
        begin()
        link = PersonalAddress(url)
        open(url)
    }

    private func open(_ url: String) {
        hasLoaded = false
        _ = call("Page.navigate", ["url": .string(url)])
        wait(until: { self.hasLoaded }, seconds: 15)
        for _ in 0..<3 {
            guard let text = evaluate(Self.refresh), let delay = Double(text), delay <= 10 else { break }
            hasLoaded = false
            wait(until: { self.hasLoaded }, seconds: delay + 2)
        }
        // What a timer of the page does soon is done too.
        wait(until: { false }, seconds: 0.5)
        settle()
    }

    /// The seconds after which the page leads elsewhere by itself; no number if it does not.
    private static let refresh =
        "document.querySelector('meta[http-equiv=refresh i]')?.content.match(/^[0-9.]+(?=.*url)/i)?.[0] ?? ''"

    /// Waits until the page has nothing more to do, at most some seconds: it is idle, and its requests are answered.
    private func settle() {
        for _ in 0..<2 {
            wait(until: { false }, seconds: 0.1)
            // The page responds when its script has paused.
            _ = evaluate("''")
            wait(until: { self.pending.isEmpty }, seconds: 3)
        }
    }

    /// The text of the page that is seen.
    var text: String { evaluate("document.body?.innerText ?? ''") ?? "" }

    /// Clicks everything that can be clicked, with a mouse, also what appears then; returns the labels.
    func clickEverything(on url: String) -> [String] {
        var clicked: [String] = []
        for _ in 0..<25 {
            guard let found = next(besides: clicked) else { break }
            clicked.append(found.label)
            for type in ["mouseMoved", "mousePressed", "mouseReleased"] {
                _ = call(
                    "Input.dispatchMouseEvent",
                    [
                        "type": .string(type), "x": .number(JSONNumber(found.x)), "y": .number(JSONNumber(found.y)),
                        "button": "left", "clickCount": 1,
                    ])
            }
            settle()
            let place = evaluate("location.origin + location.pathname")
            // Whatever leads away is left again, as a scanner does that goes through a list.
            if place != String(url.prefix { $0 != "?" && $0 != "#" }) { open(url) }
        }
        return clicked
    }

    /// The next thing to click: its label, and its middle.
    private func next(besides clicked: [String]) -> (label: String, x: Int, y: Int)? {
        guard let text = evaluate(ClickScript.next(besides: clicked)),
            let found = try? JSONDocument(parsing: Array(text.utf8)).value
        else {
            return nil
        }
        if found["asks"]?.bool == true { asksForPassword = true }
        guard let label = found["label"]?.string, let x = found["x"]?.int, let y = found["y"]?.int
        else { return nil }
        return (label, x, y)
    }

    func evaluate(_ script: String) -> String? {
        call("Runtime.evaluate", ["expression": .string(script), "returnByValue": true])?[
            "result"]?["value"]?.string
    }

    // MARK: - Messages

    private func call(_ method: String, _ parameters: JSONObject) -> JSONValue? {
        last += 1
        let id = last
        var message: JSONObject = [
            "id": .number(JSONNumber(id)), "method": .string(method), "params": .object(parameters),
        ]
        if !session.isEmpty { message["sessionId"] = .string(session) }
        let bytes = Array(JSONValue.object(message).serialized().utf8) + [0]
        guard bytes.withUnsafeBytes({ write(input, $0.baseAddress, $0.count) }) == bytes.count else { return nil }
        var result: JSONValue?
        wait(until: { result != nil }, seconds: 15) { if $0["id"]?.int == id { result = $0["result"] ?? .null } }
        return result
    }

    /// Reads messages until a condition is met or the time is over.
    private func wait(until isDone: () -> Bool, seconds: Double, _ read: (JSONValue) -> Void = { _ in }) {
        let end = ContinuousClock.now + .seconds(seconds)
        while !isDone() {
            let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
            var descriptor = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            guard left > 0, poll(&descriptor, 1, Int32(left) + 1) > 0 else { return }
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = buffer.withUnsafeMutableBytes { Self.read(output, $0) }
            guard count > 0 else { return }
            received += buffer.prefix(count)
            while let end = received.firstIndex(of: 0) {
                let message = try? JSONDocument(parsing: Array(received[..<end])).value
                received.removeSubrange(...end)
                guard let message else { continue }
                note(message)
                read(message)
            }
        }
    }

    private static func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        CLibrary.read(descriptor, buffer.baseAddress, buffer.count)
    }

    private func note(_ message: JSONValue) {
        switch message["method"]?.string {
        case "Page.loadEventFired": hasLoaded = true
        case "Page.javascriptDialogOpening": _ = call("Page.handleJavaScriptDialog", ["accept": true])
        case "Network.loadingFinished", "Network.loadingFailed":
            pending.remove(message["params"]?["requestId"]?.string ?? "")
        case "Network.requestWillBeSent":
            // A stream of events does not end.
            if message["params"]?["type"]?.string != "EventSource" {
                pending.insert(message["params"]?["requestId"]?.string ?? "")
            }
            note(request: message["params"])
        case "Network.responseReceived":
            guard let status = message["params"]?["response"]?["status"]?.int, status >= 400 else { return }
            requests.removeAll { $0.id == message["params"]?["requestId"]?.string }
        default: break
        }
    }

    private func note(request parameters: JSONValue?) {
        let request = parameters?["request"]
        // What was redirected was not refused, whatever it leads to.
        if parameters?["redirectResponse"] != nil {
            for index in requests.indices where requests[index].id == parameters?["requestId"]?.string {
                requests[index].id = ""
            }
        }
        guard let method = request?["method"]?.string, !["HEAD", "OPTIONS"].contains(method),
            let url = request?["url"]?.string
        else { return }
        // What a page leads to is compared by what it shows; other requests of its script leave no other trace.
        let isOwn =
            parameters?["type"]?.string != "Document" && parameters?["initiator"]?["type"]?.string == "script"
            && link?.isCarried(by: url) == true
        guard method != "GET" || isOwn else { return }
        requests.append((parameters?["requestId"]?.string ?? "", "\(method) \(PersonalAddress.shown(url))"))
    }
}
