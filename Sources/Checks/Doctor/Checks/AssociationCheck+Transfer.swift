internal import HostExport

// The transfer of an association file.

extension AssociationCheck {
    /// Finds a response compressed although the request accepts no content coding, or without a Content-Encoding.
    func coding(_ response: HostResponse) throws(Pending) -> Finding? {
        let coding = response["content-encoding"] ?? "identity"
        if coding != "identity" {
            let isDecoded = try host.get(path, encoding: "gzip").response != nil
            return finding(
                "unasked-encoding", ["coding": coding, "decoded": isDecoded ? "" : ", and cannot be decoded"])
        }
        return response.body.starts(with: [0x1F, 0x8B]) ? finding("unnamed-encoding") : nil
    }

    /// Requests the file with the fetchers' User-Agents, which bot protection may block.
    func fetchers(_ response: HostResponse) throws(Pending) -> [Finding] {
        let agents =
            isApple
            ? [
                ("Apple's network", "AASA-Bot", "AASA-Bot/1.0.0"),
                ("an iPhone", "CFNetwork", "swcd (unknown version) CFNetwork/1496.0.7 Darwin/23.5.0"),
            ] : [("Google's network", "GoogleAssociationService", "GoogleAssociationService")]
        for (fetcher, name, agent) in agents {
            let answer: String
            switch try host.get(path, agent: agent) {
            case .response(let other) where other.status == 200 && other.body == response.body: continue
            case .response(let other) where other.status == 200: answer = "gets another file"
            case .response(let other): answer = "is answered with status \(other.status)"
            case .failure: answer = "gets no response"
            }
            let values = ["fetcher": fetcher, "agent": agent, "agents": "'\(name)'", "answer": answer]
            return [finding("fetcher-refused", values)]
        }
        return []
    }

    func transfer(_ response: HostResponse) throws(Pending) -> [Finding] {
        var findings: [Finding] = []
        if let head = try host.get(path, method: "HEAD").response, head.status != 200 {
            findings.append(finding("head-refused", ["status": "\(head.status)"]))
        }
        switch try host.get(path, encoding: "gzip") {
        case .response(let decoded) where decoded.status == 200 && decoded.body != response.body:
            findings.append(finding("other-encoding"))
        case .failure(let failure) where failure.cause == .undecodable:
            findings.append(finding("broken-encoding", ["reason": failure.text]))
        default: break
        }
        // With a release, the field is compared as every other.
        if host.conformance == nil, (response["x-content-type-options"] ?? "").lowercased() != "nosniff" {
            findings.append(finding("sniffable", ["name": "X-Content-Type-Options", "value": "nosniff"]))
        }
        if response["set-cookie"] != nil { findings.append(finding("cookie")) }
        let age = (response["cache-control"] ?? "").lowercased().split(separator: ",").compactMap { directive in
            directive.split(separator: "=").count == 2 && directive.contains("max-age")
                ? Int(directive.split(separator: "=")[1].filter(\.isNumber)) : nil
        }.max()
        if let age, age > 86_400 {
            let values = ["name": "Cache-Control", "value": "public, max-age=3600", "days": "\(age / 86_400)"]
            findings.append(finding("kept-too-long", values))
        }
        return findings
    }

    /// iOS 9.0 to 9.2 and some tools request the file at the root, which must be the same file.
    func root(_ response: HostResponse) throws(Pending) -> [Finding] {
        guard let root = try host.get(AssociationPath.appleRoot).response, root.status == 200,
            root.body != response.body
        else { return [] }
        let name = Self.isMarkup(root.body) ? "other-root-page" : "other-root"
        return [.of(name, AssociationPath.appleRoot, on: host.host, ["path": AssociationPath.apple])]
    }
}
