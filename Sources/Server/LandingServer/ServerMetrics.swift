internal import HTTPListener
internal import HTTPMessages
internal import LinkRouting
internal import Synchronization

/// The server's counters, labelled with names from the manifest: no label comes from a request.
final class ServerMetrics: Sendable {
    private struct Request: Hashable {
        var app: String
        var route: String
        var status: Int
    }

    private struct Open: Hashable {
        var app: String
        var link: String
        var client: UserAgentClass
    }

    private struct Counts {
        var requests: [Request: Int] = [:]
        var opens: [Open: Int] = [:]
        var refusals: [String: Int] = [:]
        var bytes = 0
    }

    private let counts = Mutex(Counts())

    func count(_ exchange: HTTPExchange) {
        let subject = exchange.subject as? ResponseSubject
        counts.withLock { counts in
            counts.bytes += exchange.bytes
            if let refusal = exchange.refusal {
                counts.refusals[refusal.code, default: 0] += 1
                return
            }
            let request = Request(
                app: subject?.app ?? "", route: subject?.route ?? "", status: exchange.status)
            counts.requests[request, default: 0] += 1
            if let subject, subject.isOpen, let app = subject.app, let route = subject.route {
                counts.opens[Open(app: app, link: route, client: subject.agent), default: 0] += 1
            }
        }
    }

    /// Renders the metrics in the Prometheus text format, version 0.0.4.
    func text(_ gauges: Gauges) -> String {
        let counts = counts.withLock { $0 }
        var text = PrometheusText()
        text.family(
            "latchkey_requests_total", .counter, "Requests answered, by app, route and status.",
            counts.requests.map { request, count in
                ([("app", request.app), ("route", request.route), ("status", String(request.status))], count)
            })
        text.family(
            "latchkey_opens_total", .counter, "Requests for /open/ links, by link and class of User-Agent.",
            counts.opens.map { ([("app", $0.app), ("link", $0.link), ("client", $0.client.rawValue)], $1) })
        text.family(
            "latchkey_refusals_total", .counter, "Requests refused before routing, by reason.",
            counts.refusals.map { ([("reason", $0)], $1) })
        text.single("latchkey_response_bytes_total", .counter, "Bytes of all responses.", counts.bytes)
        text.single("latchkey_connections", .gauge, "Open connections.", gauges.connections)
        text.single("latchkey_connections_accepted_total", .counter, "Connections accepted.", gauges.accepted)
        text.single(
            "latchkey_connections_evicted_total", .counter, "Idle connections closed to make room for others.",
            gauges.evicted)
        text.single("latchkey_reloads_total", .counter, "Releases that were loaded.", gauges.reloads)
        text.single("latchkey_reload_failures_total", .counter, "Failed attempts to load a release.", gauges.failures)
        text.family("latchkey_release_info", .gauge, "The release in use.", [([("id", gauges.release)], 1)])
        text.single(
            "latchkey_release_timestamp_seconds", .gauge, "The modification time of the release's manifest.",
            gauges.releaseTime)
        return text.text
    }

    /// Values read from listeners and the release at the time of a scrape.
    struct Gauges {
        var connections = 0
        var accepted = 0
        var evicted = 0
        var reloads = 0
        var failures = 0
        var release = ""
        /// The time of the manifest, in seconds since 1970.
        var releaseTime = 0
    }
}

/// Builds text in the Prometheus format line by line.
private struct PrometheusText {
    enum Kind: String {
        case counter, gauge
    }

    private(set) var text = ""

    /// Writes a metric with the values of some combinations of labels.
    mutating func family(
        _ name: String, _ kind: Kind, _ help: String, _ samples: [(labels: [(String, String)], value: Int)]
    ) {
        let lines = samples.map { labels, value in
            let labels = labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
            return "\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(value)\n"
        }
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n" + lines.sorted().joined()
    }

    /// Writes a metric without labels.
    mutating func single(_ name: String, _ kind: Kind, _ help: String, _ value: Int) {
        family(name, kind, help, [([], value)])
    }

    private static func escaped(_ value: String) -> String {
        var text = ""
        for character in value {
            switch character {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            default: text.append(character)
            }
        }
        return text
    }
}
