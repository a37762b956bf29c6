internal import JSON
internal import Release
internal import TextEncoding

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
struct CloudFront {
    let source: ExportSource
    /// The maximum size of a function, in bytes.
    private static let longestFunction = 10_240

    func export() throws(HostExportError) -> HostExport {
        var files = WebFiles.all(of: source.release).filter { !$0.path.hasSuffix(".br") && !$0.path.hasSuffix(".gz") }
        var upload =
            "#!/bin/sh\n# Made by 'latchkey export --to s3-cloudfront': uploads the files to a bucket, named by the first argument.\nset -eu\ncd \"$(dirname \"$0\")/web\"\n"
        for app in source.release.manifest.apps where !app.hosts.isEmpty {
            let (request, response) = (requestFunction(app), responseFunction(app))
            for (name, text) in [("request", request), ("response", response)] {
                guard text.utf8.count <= Self.longestFunction else {
                    throw HostExportError(
                        message:
                            "the viewer \(name) function of '\(app.name)' has \(text.utf8.count) bytes, and CloudFront accepts \(Self.longestFunction)",
                        fix:
                            "Export to a host without that limit, or publish fewer public files and links: each needs a rule."
                    )
                }
                files.append(HostExport.File(path: "\(app.name)/viewer-\(name).js", text: text))
            }
            for file in app.files {
                upload +=
                    "aws s3 cp '\(app.name)/\(file.name)' \"s3://$1/\(app.name)/\(file.name)\""
                    + " --content-type '\(file.type)' --cache-control 'public, max-age=31536000, immutable'"
                    + " --metadata 'latchkey=/\(app.name)/\(file.name)'\n"
            }
            files.append(
                HostExport.File(
                    path: "\(app.name)/distribution.json",
                    text: distribution(app, request, response).serialized(.pretty) + "\n"))
        }
        files.append(HostExport.File(path: "upload.sh", text: upload))
        return HostExport(
            files: files, announcements: announcements,
            commands: ["sh <output>/upload.sh <bucket>"]
                + source.sites.map {
                    "aws cloudformation deploy --stack-name \($0.app.name) --template-file <output>/\($0.app.name)/distribution.json "
                        + "--parameter-overrides Bucket=<bucket> BucketRegion=<region> Certificate=<arn>"
                })
    }

    private func requestFunction(_ app: ReleasedApp) -> String {
        // Minified because of the size limit.
        let function = EdgeFunction(source, modules: ["min/cloudfront.js"])
        return function.text(app, routes: app.routes, exports: false, withHeaders: false) { "/\(app.name)/\($0.name)" }
    }

    private func responseFunction(_ app: ReleasedApp) -> String {
        let behindRedirects = PathRoutes.filesBehindRedirects(of: app)
        let fields = app.files.map { file -> (String, JSONValue) in
            let fields = file.fields(byVisitor: behindRedirects.contains(file.name)).filter {
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

    /// Returns the CloudFormation template: the functions, and a distribution for a bucket that nothing else can read.
    private func distribution(_ app: ReleasedApp, _ request: String, _ response: String) -> JSONValue {
        func functionResource(_ kind: String, _ code: String) -> JSONValue {
            [
                "Type": "AWS::CloudFront::Function",
                "Properties": [
                    "Name": .string("\(app.name)-viewer-\(kind)"), "AutoPublish": true,
                    "FunctionConfig": ["Comment": "latchkey", "Runtime": "cloudfront-js-2.0"],
                    "FunctionCode": .string(code),
                ],
            ]
        }
        func association(_ kind: String) -> JSONValue {
            [
                "EventType": .string("viewer-\(kind)"),
                "FunctionARN": [
                    "Fn::GetAtt": .array([
                        .string(kind == "request" ? "Request" : "Response"), "FunctionMetadata.FunctionARN",
                    ])
                ],
            ]
        }
        return [
            "AWSTemplateFormatVersion": "2010-09-09",
            "Parameters": [
                "Bucket": ["Type": "String"],
                "BucketRegion": ["Type": "String", "Description": "eu-central-1, for example"],
                "Certificate": ["Type": "String", "Description": "its ARN, in us-east-1"],
            ],
            "Resources": [
                "Request": functionResource("request", request), "Response": functionResource("response", response),
                "Access": [
                    "Type": "AWS::CloudFront::OriginAccessControl",
                    "Properties": [
                        "OriginAccessControlConfig": [
                            "Name": .string(app.name), "OriginAccessControlOriginType": "s3",
                            "SigningBehavior": "always",
                            "SigningProtocol": "sigv4",
                        ]
                    ],
                ],
                "Distribution": [
                    "Type": "AWS::CloudFront::Distribution",
                    "Properties": [
                        "DistributionConfig": [
                            "Enabled": true, "HttpVersion": "http2and3",
                            "Aliases": .array(app.hosts.map(JSONValue.string)),
                            "ViewerCertificate": [
                                "AcmCertificateArn": ["Ref": "Certificate"], "SslSupportMethod": "sni-only",
                                "MinimumProtocolVersion": "TLSv1.2_2021",
                            ],
                            "Origins": [
                                [
                                    "Id": "bucket",
                                    "DomainName": ["Fn::Sub": "${Bucket}.s3.${BucketRegion}.amazonaws.com"],
                                    "OriginAccessControlId": ["Fn::GetAtt": ["Access", "Id"]],
                                    "S3OriginConfig": ["OriginAccessIdentity": ""],
                                ]
                            ],
                            "CustomErrorResponses": .array(
                                [403, 404].map { code in
                                    [
                                        "ErrorCode": .number(JSONNumber(code)), "ResponseCode": 404,
                                        "ResponsePagePath": .string("/\(app.name)/\(app.notFound)"),
                                        "ErrorCachingMinTTL": 10,
                                    ]
                                }),
                            "DefaultCacheBehavior": [
                                "TargetOriginId": "bucket", "ViewerProtocolPolicy": "redirect-to-https",
                                "Compress": true,
                                // AWS's managed policy 'CachingOptimized'.
                                "CachePolicyId": "658327ea-f89d-4fab-a63d-7e88639e58f6",
                                "FunctionAssociations": [association("request"), association("response")],
                            ],
                        ]
                    ],
                ],
            ],
        ]
    }

    private var announcements: [Announcement] {
        [
            Announcement(
                .note, "encodings", "CloudFront compresses files itself instead of sending the release's variants.",
                meaning: "A page is a few hundred bytes longer than with the release's brotli.",
                [.encodings, .cases(.refusedEncoding)]),
            PublishedFolders.missingPageFields(
                "CloudFront",
                "CloudFront runs no function on an answer with status 404, so that the page for unknown paths has none of the release's fields."
            ),
            Announcement(
                .note, "paths outside the folder",
                "CloudFront normalises or refuses them before any function.",
                meaning: "Only scanners request such paths.", [.traversal()]),
            Announcement(
                .note, "other hosts", "CloudFront answers them with status 403, before any function.",
                meaning: "No page is served under a host that is not the app's.",
                [.cases(.unknownHost, statuses: 403...403)]),
            Announcement(
                .note, "logs", "CloudFront's logs, if enabled, contain queries.",
                meaning:
                    "A token in the logs is valid until it is used or expires: disable the logs, or omit the field cs-uri-query."
            ),
        ]
    }
}
