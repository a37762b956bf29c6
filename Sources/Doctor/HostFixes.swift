internal import HostExport

/// The fixes of findings, specific to the host if it was recognised.
struct HostFixes {
    let host: Host?
    let path: String

    /// The fix for a wrong media type.
    func type(_ type: String) -> String {
        switch host {
        case .nginx: "Add 'location = \(path) { default_type \(type); }' to the server block."
        case .caddy: "Add 'header \(path) Content-Type \(type)' to the site's block."
        case .apache: "Add '<Location \"\(path)\"> ForceType \(type) </Location>' to the virtual host."
        case .lighttpd: "Add '$HTTP[\"url\"] == \"\(path)\" { mimetype.assign = (\"\" => \"\(type)\") }'."
        case .netlify, .cloudflarePages: "Add '\(path)' with 'Content-Type: \(type)' to _headers."
        case .vercel: "Add a rule for '\(path)' with Content-Type \(type) to \"headers\" in vercel.json."
        case .firebaseHosting: "Add a rule for '\(path)' with Content-Type \(type) to \"headers\" in firebase.json."
        case .azureStaticWebApps: "Rewrite '\(path)' to a .json twin of the file in staticwebapp.config.json."
        case .cloudFront: "Upload the file anew with 'aws s3 cp --content-type \(type)'."
        case .githubPages:
            "GitHub Pages derives the type from the file's extension: put a CDN before it that sets the type."
        case .container, nil: "Have the host send '\(path)' with 'Content-Type: \(type)'."
        }
    }

    /// The fix for a missing or different header field.
    func field(_ name: String, _ value: String) -> String {
        let value = value.utf8.count > 120 ? String(value.prefix(100)) + "…" : value
        return switch host {
        case .nginx:
            "Add 'add_header \(name) \"\(value)\" always;' to the location; a location with fields of its own inherits none."
        case .caddy: "Add 'header \(path) \(name) \"\(value)\"' to the site's block."
        case .apache: "Add 'Header always set \(name) \"\(value)\"' to the virtual host."
        case .lighttpd: "Add \"\(name)\" => \"\(value)\" to setenv.set-response-header."
        case .netlify, .cloudflarePages: "Add '\(name): \(value)' under '\(path)' in _headers."
        case .vercel: "Add \(name) with the value '\(value)' to \"headers\" in vercel.json."
        case .firebaseHosting: "Add \(name) with the value '\(value)' to \"headers\" in firebase.json."
        case .azureStaticWebApps: "Add \(name) with the value '\(value)' to globalHeaders in staticwebapp.config.json."
        case .cloudFront: "Add \(name) with the value '\(value)' to the viewer's response function."
        case .githubPages: "GitHub Pages sends no fields of yours: put a CDN before it, or take another host."
        case .container, nil: "Have the host send '\(name): \(value)'."
        }
    }

    /// The fix for a host that answers every path with the start page.
    var catchAll: String {
        switch host {
        case .nginx: "Remove '/index.html' from 'try_files', or end it with '=404'."
        case .caddy: "Remove 'try_files {path} /index.html' from the site's block."
        case .apache: "Remove the RewriteRule or FallbackResource that serves index.html for every path."
        case .lighttpd: "Remove the rule that serves index.html for every path from url.rewrite-if-not-file."
        case .netlify: "Remove '/* /index.html 200' from _redirects."
        case .cloudflarePages: "Publish a 404.html: without one, Cloudflare Pages answers every path with index.html."
        case .vercel: "Remove the rewrite of '/(.*)' from vercel.json."
        case .firebaseHosting:
            "Remove the rewrite of '**' from firebase.json, or exclude '/.well-known/**' from it."
        case .azureStaticWebApps:
            "Remove navigationFallback from staticwebapp.config.json, or exclude '/.well-known/*' from it."
        case .cloudFront: "Remove the custom error response that responds with /index.html and status 200."
        case .githubPages, .container, nil: "Answer unknown paths with status 404 instead of the start page."
        }
    }

    /// The fix for a missing file.
    var missing: String {
        switch host {
        case .nginx: "Publish the file, and look for 'location ~ /\\.' rules that deny what begins with a dot."
        case .apache: "Publish the file, and look for rules that deny what begins with a dot."
        case .firebaseHosting: "Set \"appAssociation\" to \"NONE\" and take '**/.*' out of \"ignore\" in firebase.json."
        case .githubPages: "Publish .nojekyll, and upload with 'include-hidden-files: true'."
        case .cloudFront: "Upload the file under exactly this key."
        default: "Publish the file at '\(path)'."
        }
    }

    /// The fix for a redirect.
    var redirect: String {
        switch host {
        case .nginx: "Answer '\(path)' in the server block that redirects, before its 'return'."
        case .caddy: "Answer '\(path)' in the site's block that redirects, by 'handle'."
        case .apache: "Exclude '\(path)' from the Redirect or RewriteRule."
        case .netlify: "Make the host the site's primary domain, since Netlify redirects all others to that."
        case .vercel: "Let the domain serve the project instead of redirecting to another, in the project's domains."
        case .cloudFront: "Have the function or the bucket's redirect rules leave '\(path)' alone."
        default: "Answer with the file itself: neither Apple nor Google follows a redirect here."
        }
    }

    /// The fix for redirects of unknown paths.
    var unknownPath: String { "Answer unknown paths with status 404 instead of a redirect." }

    /// The fix for a header field that the release does not have.
    func removal(_ name: String) -> String {
        switch host {
        case .nginx:
            "Remove 'add_header \(name)', or add 'proxy_hide_header \(name);' where another server adds it."
        case .caddy: "Add 'header -\(name)' to the site's block."
        case .apache: "Add 'Header always unset \(name)' to the virtual host."
        case .lighttpd: "Remove \"\(name)\" from setenv.set-response-header and setenv.add-response-header."
        case .cloudflarePages:
            "Add '! \(name)' under '\(path)' in _headers; what Cloudflare itself adds is switched off in the zone's settings."
        default: "Have the host send no '\(name)'."
        }
    }

    /// The fix for files compressed twice.
    var compressedTwice: String {
        switch host {
        case .apache: "Add 'SetEnv no-gzip 1' to the virtual host: the release's files are compressed already."
        case .nginx: "Add 'gzip off;' to the server block: the release's files are compressed already."
        case .caddy: "Remove 'encode' from the site's block: the release's files are compressed already."
        case .lighttpd: "Remove the types from deflate.mimetypes: the release's files are compressed already."
        default: "Switch the host's own compression off: the release's files are compressed already."
        }
    }

    /// The fix for a redirect to HTTPS that loses the path.
    var plainHTTP: String {
        switch host {
        case .nginx: "Redirect with 'return 301 https://$host$request_uri;'."
        case .caddy: "Redirect with 'redir https://{host}{uri} permanent'."
        default: "Redirect to the same path and query over https."
        }
    }

    /// The fix for a file blocked by bot protection or a firewall.
    func admission(_ agents: String) -> String {
        host == .cloudflarePages
            ? "Switch Bot Fight Mode off: it turns \(agents) away."
            : "Let \(agents) pass the robot check or the firewall's rule."
    }
}
