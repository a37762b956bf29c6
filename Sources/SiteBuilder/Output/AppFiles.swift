import AppSiteAssociation
import SiteModel

/// The files for the app's own project, below `<app>/app/`: for Xcode, for Gradle and for the compiler.
enum AppFiles {
    /// The files' contents by name, without those for which the app lacks information.
    static func files(of app: App) -> [String: [UInt8]] {
        let set = app.linkSet
        let typeName = typeName(for: app.name)
        let texts: [String: String?] = [
            "\(typeName).entitlements": AppSideFiles.entitlements(set),
            "Info.plist": AppSideFiles.urlTypes(set),
            "AndroidManifest.xml": AppSideFiles.intentFilters(set),
            "\(typeName)Link.swift": AppSideFiles.swiftSource(set, typeName: "\(typeName)Link"),
        ]
        return texts.compactMapValues { $0.map { Array($0.utf8) } }
    }

    /// A type's name for an app: `RecruitingCompass` for `recruiting-compass`.
    private static func typeName(for name: String) -> String {
        name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}
