import AuthContracts
import HTTPMessages
import JSON
import TextEncoding

extension SandboxCore {
    /// The refusal of a request that needs a captcha's answer and has none, or one that was used before; nil otherwise.
    ///
    /// Any other text is accepted as an answer: the sandbox asks no provider.
    mutating func captchaRefusal(of request: BackendRequest, at index: Int) -> BackendResponse? {
        let app = mounted[index].app
        guard mounted[index].demandsCaptcha ?? app.hasCaptcha, let contract = app.guardingDefinition else { return nil }
        let paths = [type(of: mounted[index].backend).ownPath, app.basePath].compactMap(\.self)
        let request = paths.lazy.compactMap(request.below).first ?? request
        for operation in contract.operations {
            for (step, answer) in operation.steps.enumerated().compactMap({ step, value in
                value.request.captchaAnswer(in: request).map { (step, $0) }
            }) {
                if !answer.isEmpty, mounted[index].usedAnswers.insert(answer).inserted { return nil }
                if let own = mounted[index].backend.captchaRefusal(of: request) { return own }
                let refusal = contract.exampleResponse(
                    for: .captchaFailed, operation: operation.name, base: "", values: [:], from: step)
                return refusal.map { BackendResponse($0) } ?? .json(400, ["error": "a captcha's answer is demanded"])
            }
        }
        return nil
    }
}

extension Contract.Request {
    /// The captcha's answer in a request to this URL, whatever else the request has: empty if it has none; nil for another
    /// URL, or one that takes no answer.
    fileprivate func captchaAnswer(in request: BackendRequest) -> String? {
        guard isGuarded, valuesOfURL(of: request) != nil,
            query.allSatisfy({ !$0.text.needs.isEmpty || request.query[$0.name] == $0.text.text })
        else { return nil }
        func isAnswer(_ text: ContractText) -> Bool { text.needs.map(\.name) == [Contract.Need.captcha] }
        func find(_ value: Contract.Value, in json: JSONValue?) -> String? {
            switch value {
            case .text(let text): isAnswer(text) ? json?.string : nil
            case .object(let members): members.lazy.compactMap { find($0.value, in: json?[$0.name]) }.first
            case .array, .fixed: nil
            }
        }
        let inHeader = headers.first { isAnswer($0.text) }.flatMap { request.headers[$0.name] }
        let inQuery = query.first { isAnswer($0.text) }.flatMap { request.query[$0.name] }
        switch body {
        case .json(let value): return inHeader ?? inQuery ?? find(value, in: request.json) ?? ""
        case .form(let fields):
            let form = FormItems(String(decoding: request.body, as: UTF8.self))
            return inHeader ?? inQuery ?? fields.first { isAnswer($0.text) }.flatMap { form[$0.name] } ?? ""
        case nil: return inHeader ?? inQuery ?? ""
        }
    }
}

extension BackendRequest {
    /// The path of the widget's script, below that of an app.
    static let captchaPath = "/_captcha/api.js"

    /// The script of a widget that stands in for a provider's, if this is the request for it.
    var captchaScript: BackendResponse? {
        guard route == "GET \(Self.captchaPath)" else { return nil }
        return BackendResponse(
            200, headers: [HeaderField("Content-Type", "text/javascript; charset=utf-8")], body: Array(Self.widget.utf8)
        )
    }

    /// A checkbox with the functions and callbacks that the providers share.
    fileprivate static let widget = """
        {
          const boxes = [];
          window.sandboxCaptcha = {
            render(place, { callback }) {
              const label = document.createElement("label");
              const box = document.createElement("input");
              box.type = "checkbox";
              box.className = "sandbox-captcha";
              label.append(box, " I'm a person (sandbox)");
              Object.assign(label.style, { display: "flex", alignItems: "center", gap: ".5rem" });
              box.style.flex = "none";
              place.append(label);
              box.addEventListener("change", () => {
                if (!box.checked) return;
                box.disabled = true;
                callback("sandbox-" + [...crypto.getRandomValues(new Uint8Array(16))].join("-"));
              });
              return boxes.push(box) - 1;
            },
            reset(widget) {
              boxes[widget].checked = boxes[widget].disabled = false;
            },
          };
          window[new URL(document.currentScript.src).searchParams.get("onload")]();
        }

        """
}

extension Sandbox {
    /// The script of the widget; it calls the function that the query of its address names as `onload`.
    package static var captchaWidget: String { BackendRequest.widget }
}
