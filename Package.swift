// swift-tools-version: 6.0

import PackageDescription

/// The options every Swift target shares.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Whether the modules in which the programs spend most of their time are optimized in a debug build, with assertions, as
/// `make test` wants it: it starts the programs thousands of times. Optimizing all modules costs more than it saves.
let isTested = Context.environment["LATCHKEY_TESTED"] != nil

/// The folders of `Sources`, lowest first: modules import modules of their own group and of groups above it in this list.
enum Group: String {
    case base = "Base"
    case formats = "Formats"
    case links = "Links"
    case contracts = "Contracts"
    case releases = "Releases"
    case brand = "Brand"
    case site = "Site"
    case pages = "Pages"
    case emails = "Emails"
    case server = "Server"
    case hosts = "Hosts"
    case checks = "Checks"
    case preview = "Preview"
    case tools = "Tools"

    /// A library target with the options that every target shares.
    func library(
        _ name: String, _ dependencies: [Target.Dependency] = [], plugins: [Target.PluginUsage] = []
    ) -> Target {
        .target(
            name: name, dependencies: dependencies, path: "Sources/\(rawValue)/\(name)",
            swiftSettings: isTested && [.base, .formats, .links].contains(self)
                ? strict + [.unsafeFlags(["-O", "-assert-config", "Debug"])] : strict,
            plugins: plugins)
    }

    func program(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
        .executableTarget(
            name: name, dependencies: dependencies, path: "Sources/\(rawValue)/\(name)", exclude: exclude,
            swiftSettings: strict)
    }
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: [.byName(name: name)] + dependencies, exclude: exclude,
        swiftSettings: strict)
}

/// A C library of the system's, named as Debian and Homebrew package it.
func system(_ name: String, pkgConfig: String, apt: String, brew: String) -> Target {
    .systemLibrary(
        name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt]), .brew([brew])])
}

/// Functions of the C library that its module lacks.
func system(_ name: String) -> Target { .systemLibrary(name: name, path: "Sources/C/\(name)") }

let package = Package(
    name: "latchkey",
    platforms: [.macOS(.v15), .iOS(.v16)],
    products: [
        .executable(name: "latchkey", targets: ["latchkey"]),
        .executable(name: "latchkey-server", targets: ["latchkey-server"]),
        .library(name: "AppLinks", targets: ["AppLinks", "Problems"]),
        .library(name: "AuthFlow", targets: ["AuthContracts", "AuthFlow", "Problems"]),
        .library(name: "AuthFlowClient", targets: ["AuthContracts", "AuthFlowClient"]),
    ],
    targets: [
        Group.tools.program(
            "latchkey",
            [
                "AppLinks", "Arguments", "AuthContracts", "Calendar", "CCurl", "CLibrary", "Configuration",
                "Diagnostics", "Doctor", "EmailBuilder", "Files", "FlowMap", "HostExport", "HTTPListener", "JSON",
                "LandingServer", "LinkAssociation", "LinkDefinitions", "LinkRouting", "MIME", "Release", "Sandbox",
                "Scaffolding",
                "SiteBuilder", "SiteCheck", "SiteModel", "Studio", "TemplateFiles", "TextEncoding", "Threads",
                "Version", "YAML",
            ]),
        Group.tools.program("latchkey-server", ["Arguments", "CLibrary", "LandingServer", "Version"]),
        Group.tools.library(
            "Scaffolding",
            [
                "AuthContracts", "Configuration", "Diagnostics", "Files", "JSON", "Media", "Mustache", "SiteBuilder",
                "SiteModel", "TemplateFiles", "TextEncoding",
            ]),
        // Its link to Templates/ makes SwiftPM look there for files that came or went.
        Group.tools.program("embed-templates", exclude: ["Templates"]),
        .plugin(name: "EmbedTemplates", capability: .buildTool(), dependencies: ["embed-templates"]),
        .plugin(name: "DigestSources", capability: .buildTool(), dependencies: ["embed-templates"]),
        .plugin(name: "EmbedCommit", capability: .buildTool(), dependencies: ["embed-templates"]),

        Group.preview.library(
            "Studio",
            [
                "AppLinks", "AuthContracts", "Branding", "CLibrary", "Configuration", "CQREncode",
                "CSockets", "Diagnostics", "EmailBuilder", "Files", "FlowMap", "Hashing", "HTTPListener",
                "HTTPMessages", "JSON", "LinkAssociation", "LinkDefinitions", "LinkRouting", "MIME", "Mustache",
                "Problems", "Release", "Sandbox", "SiteBuilder", "SiteModel", "TemplateFiles", "TextEncoding",
                "Threads",
            ]),
        Group.preview.library(
            "FlowMap",
            [
                "AppLinks", "AuthContracts", "CLibrary", "CommonMark", "Configuration", "Diagnostics", "Files", "JSON",
                "LinkDefinitions", "SiteModel", "TemplateFiles", "TextEncoding",
            ]),
        Group.preview.library(
            "Sandbox",
            [
                "AppLinks", "AuthContracts", "Calendar", "CLibrary", "Hashing", "HTTPListener", "HTTPMessages", "JSON",
                "LinkDefinitions", "MIME", "Problems", "SiteModel", "TextEncoding",
            ]),
        Group.checks.library(
            "SiteCheck",
            [
                "AppLinks", "AuthContracts", "Configuration", "CrossOrigin", "Diagnostics", "EmailBuilder",
                "HTTPMessages", "JSON", "LinkAssociation", "LinkDefinitions", "LinkRouting", "Release", "SiteBuilder",
                "SiteModel", "TemplateFiles", "TextEncoding",
            ]),
        Group.checks.library(
            "Doctor",
            [
                "AppLinks", "Calendar", "CommonMark", "EmailBuilder", "HostExport", "HTTPMessages", "JSON",
                "LinkAssociation", "LinkRouting", "MIME", "Problems", "Release", "TextEncoding",
            ]),
        Group.hosts.library(
            "HostExport",
            [
                "AppLinks", "Configuration", "Diagnostics", "Files", "Hashing", "HTTPMessages", "JSON", "LinkRouting",
                "Memory", "Problems", "Release", "TemplateFiles", "TextEncoding", "YAML",
            ]),
        Group.server.library(
            "LandingServer",
            [
                "Arguments", "Calendar", "CLibrary", "CMalloc", "Diagnostics", "Files", "HTTPListener", "HTTPMessages",
                "JSON", "LinkRouting", "Release", "TextEncoding", "Threads",
            ]),
        Group.server.library(
            "HTTPListener",
            ["Calendar", "CGnuTLS", "CLibrary", "CSockets", "Files", "HTTPMessages", "Memory", "Problems", "Threads"]),
        Group.emails.library(
            "EmailBuilder",
            [
                "AppLinks", "Branding", "Colors", "CommonMark", "Configuration", "CSS", "Diagnostics", "Files",
                "Hashing", "JSON", "LinkDefinitions", "Media", "MIME", "Mustache", "SiteModel", "TemplateFiles",
                "TextEncoding", "Threads", "YAML",
            ]),
        Group.pages.library(
            "SiteBuilder",
            [
                "AppLinks", "AppSideFiles", "AuthContracts", "Branding", "CBrotli", "Colors", "CommonMark",
                "Configuration", "CrossOrigin", "CSS", "CZlib", "Diagnostics", "Files", "Hashing", "JSON",
                "LinkAssociation", "LinkDefinitions", "Media", "Mustache", "Release", "SiteModel", "TemplateFiles",
                "TextEncoding", "Threads",
            ],
            plugins: ["DigestSources"]),
        Group.pages.library(
            "TemplateFiles",
            [
                "Configuration", "CSS", "Diagnostics", "Files", "Hashing", "JSON", "Mustache", "SiteModel",
                "TextEncoding", "YAML",
            ],
            plugins: ["EmbedTemplates"]),
        Group.pages.library("Mustache", ["Diagnostics", "TextEncoding"]),
        Group.site.library(
            "SiteModel",
            [
                "AppLinks", "AuthContracts", "Branding", "Calendar", "CLibrary", "Colors", "CommonMark",
                "Configuration",
                "CrossOrigin", "Diagnostics", "Files", "Hashing", "JSON", "LinkDefinitions", "Media", "MIME", "Release",
                "TextEncoding", "Threads", "YAML",
            ]),
        Group.brand.library(
            "Branding",
            ["Colors", "Configuration", "Diagnostics", "Files", "Hashing", "JSON", "Media", "Release", "TextEncoding"]),
        Group.brand.library("Media", ["CExpat", "CSS", "Diagnostics", "TextEncoding"]),
        Group.brand.library("Colors", ["CLibrary", "TextEncoding"]),
        Group.releases.library(
            "LinkRouting", ["AppLinks", "Diagnostics", "HTTPMessages", "Memory", "Release", "TextEncoding"]),
        Group.releases.library(
            "Release",
            [
                "AppLinks", "CLibrary", "Configuration", "Diagnostics", "Files", "Hashing", "JSON", "Memory",
                "TextEncoding", "Threads",
            ]),
        Group.contracts.library("CrossOrigin", ["AuthContracts", "TextEncoding"]),
        // The only module with Foundation on every system: for apps and tests; neither program links it.
        Group.contracts.library("AuthFlowClient", ["AuthContracts", "TextEncoding"]),
        Group.contracts.library("AuthFlow", ["AuthContracts"]),
        Group.contracts.library("AuthContracts", ["Configuration", "JSON", "Problems", "TextEncoding"]),
        Group.links.library("AppSideFiles", ["AppLinks", "JSON", "LinkDefinitions", "TextEncoding"]),
        Group.links.library("LinkAssociation", ["AppLinks", "JSON", "LinkDefinitions", "Problems", "TextEncoding"]),
        Group.links.library("LinkDefinitions", ["AppLinks", "Problems", "TextEncoding"]),
        Group.links.library("AppLinks", ["Problems", "TextEncoding"]),
        Group.formats.library("HTTPMessages", ["CLibrary", "Memory", "TextEncoding"]),
        Group.formats.library("CSS", ["TextEncoding"]),
        Group.formats.library("MIME", ["Calendar", "Hashing", "TextEncoding"]),
        Group.formats.library("CommonMark", ["CCMark", "Diagnostics", "TextEncoding"]),
        Group.formats.library("YAML", ["Configuration", "CYAML", "Diagnostics", "TextEncoding"]),
        Group.formats.library("Configuration", ["Diagnostics", "JSON", "TextEncoding"]),
        Group.base.library("JSON", ["Problems", "TextEncoding"]),
        Group.base.library("Arguments", ["CLibrary", "Diagnostics", "TextEncoding"]),
        Group.base.library("Diagnostics", ["JSON", "Problems", "TextEncoding"]),
        Group.base.library("Problems"),
        Group.base.library("Files", ["CLibrary", "CRename"]),
        Group.base.library("Threads", ["CLibrary", "CSockets"]),
        Group.base.library("Memory", ["CLibrary"]),
        Group.base.library("Hashing", ["CNettle"]),
        Group.base.library("Calendar", ["CLibrary"]),
        Group.base.library("TextEncoding"),
        Group.base.library("CLibrary"),
        Group.base.library("Version", plugins: ["EmbedCommit"]),

        system("CCMark", pkgConfig: "libcmark", apt: "libcmark-dev", brew: "cmark"),
        system("CYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev", brew: "libyaml"),
        system("CExpat", pkgConfig: "expat", apt: "libexpat1-dev", brew: "expat"),
        system("CGnuTLS", pkgConfig: "gnutls", apt: "libgnutls28-dev", brew: "gnutls"),
        system("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev", brew: "zlib"),
        system("CBrotli", pkgConfig: "libbrotlienc", apt: "libbrotli-dev", brew: "brotli"),
        system("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev", brew: "curl"),
        system("CQREncode", pkgConfig: "libqrencode", apt: "libqrencode-dev", brew: "qrencode"),
        system("CNettle", pkgConfig: "nettle", apt: "nettle-dev", brew: "nettle"),
        system("CMalloc"),
        system("CRename"),
        system("CSockets"),

        .target(
            name: "TestSupport",
            dependencies: [
                "AppLinks", "Diagnostics", "Files", "JSON", "LinkDefinitions", "LinkRouting", "Problems", "Release",
                "TextEncoding",
            ],
            path: "Tests/TestSupport",
            swiftSettings: strict),
        tests("AppLinks", ["Files", "JSON", "Problems", "TestSupport", "TextEncoding"], exclude: ["Vectors"]),
        tests("AppSideFiles", ["AppLinks", "LinkDefinitions", "TestSupport"]),
        tests(
            "LinkAssociation",
            ["AppLinks", "Files", "JSON", "LinkDefinitions", "Problems", "TestSupport", "TextEncoding"],
            exclude: ["Vectors"]),
        tests("LinkDefinitions", ["AppLinks", "JSON", "Problems", "TestSupport"]),
        tests("AuthContracts", ["AuthFlowVectors", "JSON", "Problems", "TestSupport", "TextEncoding"]),
        tests("AuthFlow", ["AuthContracts"]),
        tests(
            "AuthFlowClient",
            ["AuthContracts", "AuthFlowVectors", "HTTPListener", "HTTPMessages", "JSON", "TestSupport", "TextEncoding"]),
        // For tests against real servers, so that neither program needs the client.
        .executableTarget(
            name: "contract-runner",
            dependencies: [
                "AuthContracts", "AuthFlowClient", "Diagnostics", "Files", "JSON", "RandomAnswers", "SiteBuilder",
                "SiteModel",
            ],
            path: "Tests/ContractRunner", swiftSettings: strict),
        .target(
            name: "RandomAnswers", dependencies: ["AuthContracts", "JSON", "TestSupport", "TextEncoding"],
            path: "Tests/RandomAnswers",
            swiftSettings: strict),
        // The cases are for the page's script as well, so they lie where both can reach them.
        .target(
            name: "AuthFlowVectors", dependencies: ["AuthContracts", "JSON", "SiteBuilder", "TextEncoding"],
            path: "Tests/AuthFlowVectors",
            exclude: ["Vectors"], swiftSettings: strict),
        .testTarget(
            name: "BackendContractTests",
            dependencies: [
                "AuthContracts", "AuthFlow", "AuthFlowVectors", "CommonMark", "Configuration", "Diagnostics", "Files",
                "JSON", "RandomAnswers", "Sandbox", "SiteModel", "TemplateFiles", "TestSupport",
            ],
            exclude: ["Specifications"], swiftSettings: strict),
        tests("Arguments"),
        tests("Colors"),
        tests("CSS"),
        tests("CommonMark", ["Diagnostics", "TestSupport", "TextEncoding"]),
        tests("Diagnostics", ["JSON"]),
        tests("Doctor", ["Files", "HostExport", "Problems", "TextEncoding"]),
        tests(
            "EmailBuilder",
            [
                "AppLinks", "CSS", "Diagnostics", "Files", "MIME", "SiteModel", "TemplateFiles", "TestSupport",
                "TextEncoding",
            ]),
        tests("Files", ["TestSupport"]),
        tests("Hashing"),
        tests(
            "HostExport",
            ["AppLinks", "Diagnostics", "Files", "LinkRouting", "Problems", "Release", "TestSupport", "TextEncoding"]),
        tests("Calendar"),
        tests("CrossOrigin", ["AuthContracts", "AuthFlowVectors", "JSON", "TextEncoding"]),
        tests("HTTPMessages", ["HTTPListener", "Memory", "TestSupport", "TextEncoding"]),
        tests("LinkRouting", ["AppLinks", "Diagnostics", "HTTPMessages", "Release", "TestSupport", "TextEncoding"]),
        tests("HTTPListener", ["HTTPMessages", "Memory", "Problems", "TestSupport", "TextEncoding"]),
        tests("JSON", ["Problems"]),
        tests(
            "LandingServer",
            ["Diagnostics", "Files", "HTTPListener", "HTTPMessages", "LinkRouting", "Release", "TestSupport"]),
        tests("Media", ["Diagnostics"]),
        tests("Memory"),
        tests("MIME", ["JSON", "TestSupport"]),
        tests("Mustache", ["Diagnostics", "Files", "JSON"], exclude: ["Suite"]),
        tests("Release", ["Diagnostics", "Files", "TestSupport", "TextEncoding"]),
        tests(
            "Sandbox",
            [
                "AppLinks", "AuthContracts", "AuthFlowVectors", "Calendar", "Diagnostics", "Files", "HTTPListener",
                "HTTPMessages", "JSON", "LinkDefinitions", "MIME", "Problems", "SiteModel", "TemplateFiles",
                "TextEncoding",
            ]),
        tests(
            "SiteBuilder",
            [
                "AppLinks", "AuthContracts", "Branding", "Colors", "CZlib", "Diagnostics", "Files", "Hashing",
                "Release", "SiteModel", "TemplateFiles", "TestSupport", "TextEncoding",
            ],
            exclude: ["Goldens"]),
        tests(
            "SiteCheck",
            [
                "AppLinks", "AppSideFiles", "Diagnostics", "EmailBuilder", "HTTPMessages", "JSON", "LinkAssociation",
                "LinkDefinitions", "LinkRouting", "Release", "SiteBuilder", "SiteModel", "TemplateFiles", "TestSupport",
                "TextEncoding",
            ]),
        tests(
            "SiteModel",
            [
                "AppLinks", "AuthContracts", "Branding", "Colors", "Diagnostics", "Files", "JSON", "LinkDefinitions",
                "TestSupport",
            ]),
        tests("FlowMap", ["Diagnostics", "SiteModel", "TemplateFiles", "TestSupport"]),
        tests(
            "Studio",
            [
                "Diagnostics", "EmailBuilder", "Files", "HTTPListener", "HTTPMessages", "JSON", "Release", "Sandbox",
                "SiteBuilder", "SiteModel", "TemplateFiles", "TestSupport", "TextEncoding",
            ]),
        tests("TextEncoding", ["TestSupport"]),
        tests("Configuration", ["Branding", "Diagnostics", "JSON", "TestSupport", "YAML"]),
        tests("YAML", ["Configuration", "Diagnostics", "TestSupport"]),
    ],
    swiftLanguageModes: [.v6]
)
