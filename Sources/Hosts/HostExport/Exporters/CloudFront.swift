internal import Configuration
internal import Diagnostics
internal import JSON
internal import Release
internal import TemplateFiles
internal import TextEncoding
internal import YAML

/// Exporter for an S3 bucket behind CloudFront: objects under the release's file names, a script that uploads them, and
/// two CloudFront Functions, one that selects the object and one that sets the header fields.
///
/// Function events: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html;
/// their limit of 10 KB:
/// https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html#limits-functions;
/// restrictions:
/// https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/edge-function-restrictions-all.html; a bucket's
/// domain names its region: https://docs.aws.amazon.com/AmazonS3/latest/userguide/VirtualHosting.html; the certificate
/// must be in us-east-1:
/// https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cnames-and-https-requirements.html; an object's
/// type is set at upload: https://docs.aws.amazon.com/cli/latest/reference/s3/cp.html. The object's name is also
/// uploaded as metadata, because AWS does not document which URI the second function sees: the visitor's, or the one
/// that the first function set.
struct CloudFront: Exporter {
    let source: ExportSource
    /// The maximum size of a function, in bytes.
    private static let longestFunction = 10_240

    func files() throws(Diagnostic) -> [HostExport.File] {
        var files = WebFiles.all(of: source.release).filter { !$0.path.hasSuffix(".br") && !$0.path.hasSuffix(".gz") }
        var upload =
            "#!/bin/sh\n# Made by 'latchkey export --to s3-cloudfront': uploads the files to a bucket, named by the first argument.\nset -eu\ncd \"$(dirname \"$0\")/web\"\n"
        for app in source.apps {
            let (request, response) = (requestFunction(app), responseFunction(app))
            for (name, text) in [("request", request), ("response", response)] {
                guard text.utf8.count <= Self.longestFunction else {
                    throw .notExportable(
                        "the viewer \(name) function of '\(app.name)' has \(text.utf8.count) bytes, and CloudFront accepts \(Self.longestFunction)",
                        fix:
                            "Export to a host without that limit, or publish fewer pages, public files and links: each needs a rule."
                    )
                }
                files.append(HostExport.File(path: "\(app.name)/viewer-\(name).js", text: text))
            }
            for file in app.files {
                // CloudFront runs no function on an error, so that browsers and caches go by the object's own field.
                let cache = file.name == app.notFound ? "no-store" : "public, max-age=31536000, immutable"
                upload +=
                    "aws s3 cp \(Self.quoted("\(app.name)/\(file.name)")) \"s3://$1/\(app.name)/\(file.name)\""
                    + " --content-type \(Self.quoted(file.type)) --cache-control '\(cache)'"
                    + " --metadata \(Self.quoted("latchkey=/\(app.name)/\(file.name)"))\n"
            }
            files.append(
                HostExport.File(path: "\(app.name)/distribution.json", json: distribution(app, request, response)))
        }
        files.append(HostExport.File(path: "upload.sh", text: upload))
        return files
    }

    /// Returns a word of a shell in single quotes.
    private static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: #"'\''"#))'" }

    private func requestFunction(_ app: ReleasedApp) -> String {
        // Minified because of the size limit.
        let function = EdgeFunction(modules: [
            app.languages == nil ? "min/cloudfront.js" : "min/cloudfront-languages.js"
        ])
        return function.text(app, routes: app.routes, exports: false, withHeaders: false) { "/\(app.name)/\($0.name)" }
    }

    private func responseFunction(_ app: ReleasedApp) -> String {
        let visitorFields = app.visitorFields
        let fields = app.files.map { file -> (String, JSONValue) in
            let fields = file.fields(varyingBy: visitorFields[file.name] ?? []).filter {
                $0.name != "Content-Type"
            }
            return (
                "/\(app.name)/\(file.name)",
                .array(fields.map { [.string($0.name.lowercased()), .string($0.value)] })
            )
        }
        return """
            const fields = \(JSONValue.object(JSONObject(fields)).serialized());
            function handler(event) {
            const response = event.response;
            const name = response.headers["x-amz-meta-latchkey"];
            const own = fields[name ? name.value : event.request.uri] || [];
            delete response.headers["x-amz-meta-latchkey"];
            for (const field of own) response.headers[field[0]] = { value: field[1] };
            return response;
            }

            """
    }

    private func distribution(_ app: ReleasedApp, _ request: String, _ response: String) -> JSONValue {
        let values = [
            "app": app.name, "notFound": app.notFound, "request": request, "response": response,
        ]
        func filled(_ value: JSONValue) -> JSONValue {
            switch value {
            case "{{hosts}}": .array(app.hosts.map(JSONValue.string))
            case .string(let text): .string(text.filled(values))
            case .array(let elements): .array(elements.map(filled))
            case .object(let object): .object(JSONObject(object.map { ($0.key, filled($0.value)) }))
            default: value
            }
        }
        return filled(TemplateSources.builtIn("hosts/s3-cloudfront/distribution.yml").root?.json ?? .null)
    }
}
