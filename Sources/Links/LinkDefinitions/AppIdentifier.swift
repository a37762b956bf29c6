internal import TextEncoding

/// The formats in which the platforms identify apps and their signing certificates.
package enum AppIdentifier {
    /// Whether the text is an application identifier: a prefix of ten characters, a dot, and a bundle identifier.
    package static func isWellFormed(_ appID: String) -> Bool {
        guard let dot = appID.utf8.firstIndex(of: UInt8(ascii: ".")) else { return false }
        let prefix = appID.utf8[..<dot]
        let bundle = appID.utf8[appID.utf8.index(after: dot)...]
        return prefix.count == 10 && prefix.allSatisfy { $0.isASCIIUppercase || $0.isASCIIDigit } && isBundle(bundle)
    }

    /// Whether the text is a prefix of letters and digits of any length, a dot, and a bundle identifier: if it is not well
    /// formed, it is unusual, but in use.
    package static func isRoughlyFormed(_ appID: String) -> Bool {
        guard let dot = appID.utf8.firstIndex(of: UInt8(ascii: ".")), dot > appID.utf8.startIndex else { return false }
        return appID.utf8[..<dot].allSatisfy(\.isASCIIAlphanumeric)
            && isBundle(appID.utf8[appID.utf8.index(after: dot)...])
    }

    static let anyAppIDFix =
        "Write the ten characters of the team, a dot and the bundle identifier: 'ABCDE12345.com.example.app'."

    /// What is to be changed in a text that is no application identifier.
    static func appIDFix(_ appID: String) -> String {
        let number = appID.removing(prefix: "id") ?? appID
        if (9...10).contains(number.utf8.count), number.utf8.allSatisfy(\.isASCIIDigit) {
            return
                "Write the app's number in the App Store as 'store: \(number)', and here the team's ten characters, a dot and the bundle identifier."
        }
        if appID.contains("_") {
            return "Write it without '_', which only Android's application IDs have: the two may differ."
        }
        if appID.hasSuffix("*") {
            return "Write each app whole, further ones under 'app-ids': '*' is for provisioning profiles."
        }
        if appID.hasPrefix("$("), let end = appID.firstIndex(of: ")") {
            let variable = appID[...end]
            return "Write the ten characters of the team and a dot in place of '\(variable)', which Xcode fills in."
        }
        if let name = ["applinks:", "webcredentials:"].first(where: appID.hasPrefix) {
            return
                "Write the ten characters of the team, a dot and the bundle identifier: '\(name)' and a host belong into the app's entitlements."
        }
        if let name = appID.split(separator: ".").first, name.contains(" "), !name.hasSuffix(" ") {
            return
                "Write the team's ten characters in place of '\(name)': Membership details at developer.apple.com/account have them."
        }
        let text = appID.trimmed
        let rest = text.dropFirst(10)
        let name = rest.drop { !$0.isLetter && !$0.isNumber }
        let labels = text.split(separator: ".")
        // The team in lower case or before another sign, and the parts in the other order.
        let likely = [
            name.count < rest.count ? "\(text.prefix(10).uppercased()).\(name)" : "",
            "\(labels.last?.uppercased() ?? "").\(labels.dropLast().joined(separator: "."))",
        ].first { isWellFormed($0) && $0.prefix(10).contains(where: \.isNumber) }
        if let likely { return "Write '\(likely)': a team's ten characters are capital letters and digits." }
        if labels.count > 1, isBundle(text.utf8), let first = labels.first, first.count < 10,
            first.utf8.allSatisfy({ $0.isASCIILetter && $0.isASCIILowercase })
        {
            return "Write the team's ten characters and a dot in front of it: 'ABCDE12345.\(text)'."
        }
        guard let team = labels.first, team.contains(where: \.isNumber),
            team.allSatisfy({ $0.isUppercase || $0.isNumber })
        else { return anyAppIDFix }
        return team.count == 10
            ? "Write a dot and the bundle identifier behind the team: '\(team).com.example.app'."
            : "Write the team's ten characters: '\(team)' has \(team.count)."
    }

    /// Whether the text is an Android application ID: at least two names, joined by dots, each of letters, digits and
    /// underscores and beginning with a letter.
    package static func isPackage(_ package: String) -> Bool {
        let names = package.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return names.count >= 2
            && names.allSatisfy { name in
                name.first?.isASCIILetter == true
                    && name.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }
            }
    }

    /// What is to be changed in a text that is no Android application ID.
    static func packageFix(_ package: String) -> String {
        let names = package.split(separator: ".", omittingEmptySubsequences: false)
        let isAllowed: (Unicode.Scalar) -> Bool = { $0 == "_" || $0.isASCII && UInt8(ascii: $0).isASCIIAlphanumeric }
        if isWellFormed(package) {
            return "This is an app ID of iOS: write the application ID of the Android app, as build.gradle has it."
        }
        // Of adb's 'app/.Activity', pm's 'package:app' and the address of Google Play, the application ID.
        let item = Substring(package).firstRange(of: "id=").map { package[$0.upperBound...] }
        let parts = (item ?? package[...]).split { "/:=&?".contains($0) }.map(String.init)
        if parts != [package], let name = parts.first(where: isPackage) {
            return "Write the application ID alone: \(name)"
        }
        let allowed = "Write letters, digits and '_' between the dots"
        if let sign = package.unicodeScalars.first(where: { $0 != "." && !isAllowed($0) }) {
            return
                "\(allowed), and no '\(sign)'\(sign == "-" ? ": an application ID may differ from the bundle identifier of iOS" : "")."
        }
        if let name = names.first(where: { $0.utf8.first?.isASCIILetter == false }) {
            return "Begin '\(name)' with a letter, as the app's own 'applicationId' does."
        }
        return names.contains("") && names.count > 1
            ? "Remove the dot that no name stands beside."
            : anyPackageFix
    }

    static let anyPackageFix = "Write at least two names joined by dots: 'com.example.app'."

    /// Whether the text is a SHA-256 fingerprint: 32 bytes in upper-case hexadecimal, separated by colons.
    package static func isFingerprint(_ text: String) -> Bool {
        let octets = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        return octets.count == 32
            && octets.allSatisfy { $0.count == 2 && $0.allSatisfy { $0.isASCIIDigit || (0x41...0x46).contains($0) } }
    }

    /// The fix for a fingerprint with the name of its kind, as keytool prints it: `SHA256: 14:6D…`; nil for any other text.
    static func labelFix(_ text: String) -> String? {
        let bare = text.split(separator: " ").last?.split(separator: "/").last ?? ""
        return [bare, bare.drop { $0 != ":" }.dropFirst()].map(String.init).first { $0 != text && isFingerprint($0) }
            .map { "Write the fingerprint alone: \"\($0)\"" }
    }

    /// What is to be changed in a text that is no fingerprint, such as one of 'apksigner', which writes no colons.
    static func fingerprintFix(_ text: String) -> String {
        let pairs = text.split(separator: ":")
        if pairs.count > 20, pairs.count != 32, pairs.allSatisfy({ $0.count == 2 && $0.allSatisfy(\.isHexDigit) }) {
            return "Copy all of it: a fingerprint has 32 pairs of digits, and this has \(pairs.count)."
        }
        if text.hasSuffix("=") { return "This is in base64: copy the one by SHA-256 in hexadecimal, '14:6D:…:E5'." }
        return switch text.filter(\.isHexDigit).count {
        case 64: "Write it in upper case, with a colon after each pair of digits: '14:6D:…:E5'."
        case 32: "This is as long as a fingerprint by MD5: copy the one by SHA-256, of 32 pairs of digits."
        case 40: "This is as long as a fingerprint by SHA-1: copy the one by SHA-256, of 32 pairs of digits."
        default: "Write 32 pairs of upper-case hexadecimal digits with colons between them: '14:6D:…:E5'."
        }
    }

    private static func isBundle(_ bytes: some Collection<UInt8>) -> Bool {
        !bytes.isEmpty
            && bytes.allSatisfy {
                $0.isASCIIAlphanumeric || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
            }
    }
}
