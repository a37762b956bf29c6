internal import HostExport

// The transfer of an association file.

extension AssociationCheck {
    /// Finds a response compressed although the request accepts no content coding, or without a Content-Encoding.
    func coding(_ response: HostResponse, _ path: String, _ get: Get) -> [Finding] {
        let coding = response["content-encoding"] ?? "identity"
        if coding != "identity" {
            let isDecoded = get(path, "GET", "gzip", nil).response != nil
            return .finding(
                .error, "unasked-encoding", path,
                "is sent as \(coding) to a request that accepts no content coding"
                    + (isDecoded ? "" : ", and cannot be decoded"),
                fix: "Compress only where the request's 'Accept-Encoding' names the coding, and not by 'identity'.")
        }
        guard response.body.starts(with: [0x1F, 0x8B]) else { return [] }
        return .finding(
            .error, "unnamed-encoding", path, "is compressed by gzip without a Content-Encoding field",
            fix: "Send the file as it is, or with 'Content-Encoding: gzip' where the request accepts it.")
    }

    /// Requests the file with the fetchers' User-Agents, which bot protection may block.
    func fetchers(
        _ response: HostResponse, _ path: String, _ fixes: HostFixes, isApple: Bool, _ get: Get
    ) -> [Finding] {
        let agents =
            isApple
            ? [
                ("Apple's network", "AASA-Bot", "AASA-Bot/1.0.0"),
                ("an iPhone", "CFNetwork", "swcd (unknown version) CFNetwork/1496.0.7 Darwin/23.5.0"),
            ] : [("Google's network", "GoogleAssociationService", "GoogleAssociationService")]
        for (fetcher, name, agent) in agents {
            let message: String
            switch get(path, "GET", nil, agent) {
            case .response(let other) where other.status == 200 && other.body == response.body: continue
            case .response(let other) where other.status == 200: message = "gets another file"
            case .response(let other): message = "is answered with status \(other.status)"
            case .failure: message = "gets no response"
            }
            return .finding(
                .error, "fetcher-refused", path, "\(fetcher), which names itself '\(agent)', \(message)",
                fix: fixes(.admission, ["agents": "'\(name)'"]))
        }
        return []
    }

    func transfer(
        _ response: HostResponse, _ path: String, _ fetcher: String, _ fixes: HostFixes, isApple: Bool, _ get: Get
    ) -> [Finding] {
        var findings: [Finding] = []
        if let head = get(path, "HEAD", nil, nil).response, head.status != 200 {
            findings.add(
                .warning, "head-refused", path, "HEAD is answered with status \(head.status) and GET with 200",
                fix: "Answer HEAD as GET: link checkers and caches ask by it.")
        }
        switch get(path, "GET", "gzip", nil) {
        case .response(let decoded) where decoded.status == 200 && decoded.body != response.body:
            findings.add(
                .error, "other-encoding", path, "differs between the compressed and the uncompressed response",
                fix: "Remove the old '.gz' beside the file, or compress it anew.")
        case .failure(.other(let reason)):
            findings.add(
                .error, "broken-encoding", path, "cannot be decoded from gzip: \(reason)",
                fix: "Send 'Content-Encoding: gzip' only with a body in gzip.")
        default: break
        }
        if (response["x-content-type-options"] ?? "").lowercased() != "nosniff" {
            findings.add(
                .warning, "sniffable", path, "is sent without X-Content-Type-Options: nosniff",
                fix: fixes(.field, ["name": "X-Content-Type-Options", "value": "nosniff"]))
        }
        if response["set-cookie"] != nil {
            findings.add(
                .warning, "cookie", path, "sets a cookie",
                fix: "Do not set a cookie on this path: caches must be able to store the file.")
        }
        let age = (response["cache-control"] ?? "").lowercased().split(separator: ",").compactMap { directive in
            directive.split(separator: "=").count == 2 && directive.contains("max-age")
                ? Int(directive.split(separator: "=")[1].filter(\.isNumber)) : nil
        }.max()
        if let age, age > 86_400 {
            findings.add(
                .warning, "kept-too-long", path,
                "may be kept for \(age / 86_400) days, and \(fetcher) would miss a new app for that time",
                fix: fixes(.field, ["name": "Cache-Control", "value": "public, max-age=3600"]))
        }
        return findings
    }

    /// iOS 9.0 to 9.2 and some tools request the file at the root, which must be the same file.
    func root(_ response: HostResponse, _ get: Get) -> [Finding] {
        guard let root = get(AssociationPath.appleRoot, "GET", nil, nil).response, root.status == 200,
            root.body != response.body
        else { return [] }
        return .finding(
            .warning, "other-root", AssociationPath.appleRoot, "is another file than \(AssociationPath.apple)",
            fix: Self.isMarkup(root.body)
                ? HostFixes(host: host, path: AssociationPath.appleRoot)(.catchAll)
                : "Serve the same file at both, or none at the root.")
    }
}
