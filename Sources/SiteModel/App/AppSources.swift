public import Diagnostics

/// The files of one app, as they were found and not yet understood.
///
/// What is read of an app depends on nothing else but the contracts, so sources that are equal need no second reading.
public struct AppSources: Hashable, Sendable {
    /// A Markdown file of the app.
    struct Spec: Hashable {
        /// The file's name without its ending.
        let name: String
        /// Nil where the file is there and cannot be read, which was reported.
        let source: SourceText?
    }

    /// The folder's name.
    public let name: String
    /// `app.yml`.
    let file: SourceText
    let pages: [Spec]
    let emails: [Spec]
    /// Pictures, fonts, and what stands in `public`; in the order of their paths.
    let assets: [AppAsset]

    /// Every file by its kind and name, in order, for a digest; nil where one cannot be read.
    package var contents: [(name: String, bytes: [UInt8])]? {
        var contents = [("app.yml", file.bytes)]
        for (kind, specs) in [("page", pages), ("email", emails)] {
            for spec in specs {
                guard let source = spec.source else { return nil }
                contents.append(("\(kind) \(spec.name)", source.bytes))
            }
        }
        for asset in assets {
            switch asset.content {
            case .bytes(let bytes): contents.append(("file \(asset.path)", bytes))
            // Where it is used the app has a mistake, and elsewhere it does not count.
            case .tooLarge, .unreadable: contents.append(("unread \(asset.path)", []))
            }
        }
        return contents
    }

    /// Whether the emails come of the same words as those of other sources: they know an app's pages by their names alone.
    public func hasSameEmails(as other: AppSources) -> Bool {
        file == other.file && emails == other.emails && assets == other.assets
            && pages.map(\.name) == other.pages.map(\.name)
    }

    /// Understands the files.
    ///
    /// - Parameter contracts: the contracts that the app can name; nil leaves its backend unread.
    /// - Returns: the app, as far as it could be understood, and what is wrong with it.
    public func read(contracts: ContractLibrary?) -> AppReading {
        let pages = pages.map { ($0.name, $0.source) }
        do {
            var reader = AppReader(file: try AppFile(name: name, source: file), contracts: contracts)
            let app = reader.read(
                pages: pages, emails: emails.compactMap { email in email.source.map { (email.name, $0) } },
                assets: assets)
            return AppReading(app: app, diagnostics: reader.diagnostics)
        } catch {
            return AppReading(app: nil, diagnostics: error.diagnostics + AppReader.mistakes(ofPagesAlone: pages))
        }
    }
}

/// What reading an app's files has shown.
public struct AppReading: Sendable {
    /// Nil where `app.yml` cannot be understood; only good where `diagnostics` holds no error.
    public let app: App?
    /// What is wrong with the files, and warnings.
    public let diagnostics: [Diagnostic]
}
