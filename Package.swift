// swift-tools-version: 6.0

import PackageDescription

/// The options every Swift target shares.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// A library target with the options that every target shares.
func library(_ name: String, _ dependencies: [Target.Dependency] = [], plugins: [Target.PluginUsage] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict, plugins: plugins)
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: [.byName(name: name)] + dependencies, exclude: exclude,
        swiftSettings: strict)
}

/// A C library of the system's, named as Debian and Homebrew package it.
func system(_ name: String, pkgConfig: String, apt: String, brew: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt]), .brew([brew])])
}

let package = Package(
    name: "latchkey",
    platforms: [.macOS(.v15), .iOS(.v16)],
    products: [
        .executable(name: "latchkey", targets: ["latchkey"]),
        .executable(name: "latchkey-server", targets: ["latchkey-server"]),
        .library(name: "AppLinks", targets: ["AppLinks"]),
        .library(name: "AuthFlow", targets: ["AuthContracts", "AuthFlow"]),
        .library(name: "AuthFlowClient", targets: ["AuthContracts", "AuthFlowClient"]),
    ],
    targets: [
        .executableTarget(
            name: "latchkey",
            dependencies: [
                "AppLinks", "Arguments", "AuthContracts", "Calendar", "CCurl", "CLibrary", "Configuration",
                "Diagnostics", "Doctor",
                "EmailBuilder", "Files", "HostExport", "HTTPListener", "JSON", "LandingServer", "LinkAssociation",
                "LinkDefinitions", "MIME", "Release", "Sandbox", "SiteBuilder", "SiteCheck", "SiteModel", "Studio",
                "Templates", "TextEncoding", "YAML",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "latchkey-server", dependencies: ["Arguments", "CLibrary", "LandingServer"], swiftSettings: strict),

        library(
            "SiteCheck",
            [
                "AppLinks", "AuthContracts", "Configuration", "Diagnostics", "EmailBuilder", "HTTPListener", "JSON",
                "LandingServer", "LinkAssociation", "LinkDefinitions", "Release", "SiteBuilder", "SiteModel",
                "Templates", "TextEncoding", "YAML",
            ]),
        library(
            "Studio",
            [
                "AppLinks", "AuthContracts", "CommonMark", "Configuration", "CQREncode", "Diagnostics", "EmailBuilder",
                "Files", "Hashing", "HTTPListener", "JSON", "LandingServer", "LinkAssociation", "LinkDefinitions",
                "MIME", "Release", "Sandbox", "SiteBuilder", "SiteModel", "Templates", "TextEncoding", "Threads",
                "YAML",
            ]),
        library(
            "EmailBuilder",
            [
                "AppLinks", "Branding", "Colors", "CommonMark", "Configuration", "Diagnostics", "Files", "Hashing",
                "JSON", "LinkDefinitions", "Media", "MIME", "Mustache", "SiteModel", "Templates", "TextEncoding",
                "Threads", "YAML",
            ]),
        library(
            "Sandbox",
            [
                "AppLinks", "AuthContracts", "Calendar", "CLibrary", "Hashing", "HTTPListener",
                "JSON", "LinkDefinitions", "MIME", "SiteModel", "TextEncoding",
            ]),
        library(
            "SiteBuilder",
            [
                "AppLinks", "AppSideFiles", "AuthContracts", "Branding", "CBrotli", "Colors", "CommonMark",
                "Configuration", "CZlib", "Diagnostics", "Files", "Hashing", "JSON", "LinkAssociation",
                "LinkDefinitions", "Media", "Mustache", "Release", "SiteModel", "Templates", "TextEncoding", "Threads",
                "YAML",
            ],
            plugins: ["DigestSources"]),
        library(
            "Doctor",
            ["AppLinks", "Calendar", "HostExport", "JSON", "LinkAssociation", "Release", "TextEncoding"]),
        library(
            "HostExport",
            [
                "AppLinks", "Configuration", "Diagnostics", "Files", "Hashing", "JSON", "LandingServer", "Release",
                "Templates", "TextEncoding", "YAML",
            ]),
        library(
            "SiteModel",
            [
                "AppLinks", "AuthContracts", "Colors", "CommonMark", "Configuration", "Diagnostics", "Files", "Hashing",
                "JSON", "LinkDefinitions", "Media", "MIME", "TextEncoding", "Threads", "YAML",
            ]),
        library("Branding", ["Colors", "Hashing", "Media", "Release", "SiteModel", "TextEncoding"]),
        library(
            "Templates", ["Diagnostics", "Files", "Hashing", "JSON", "Mustache", "SiteModel", "TextEncoding"],
            plugins: ["EmbedTemplates"]),
        library("Media", ["CExpat", "Diagnostics", "TextEncoding"]),
        library(
            "LandingServer",
            [
                "AppLinks", "Arguments", "Calendar", "CLibrary", "CMalloc", "Files", "HTTPListener", "JSON", "Memory",
                "Release", "TextEncoding", "Threads",
            ]),
        library("MIME", ["Calendar", "Hashing", "TextEncoding"]),
        library(
            "Release",
            [
                "AppLinks", "CLibrary", "Configuration", "Diagnostics", "Files", "Hashing", "JSON", "Memory",
                "TextEncoding",
                "Threads",
            ]),
        library("AppSideFiles", ["AppLinks", "LinkDefinitions", "TextEncoding"]),
        library("LinkAssociation", ["AppLinks", "JSON", "LinkDefinitions", "TextEncoding"]),
        library("LinkDefinitions", ["AppLinks", "JSON", "TextEncoding"]),
        library("AppLinks", ["TextEncoding"]),
        library("AuthFlow", ["AuthContracts"]),
        library("AuthContracts", ["Configuration", "JSON", "TextEncoding"]),
        // The only module with Foundation on every system: for apps and tests; neither program links it.
        library("AuthFlowClient", ["AuthContracts", "TextEncoding"]),
        library(
            "HTTPListener",
            ["Calendar", "CGnuTLS", "CLibrary", "CSockets", "Files", "Memory", "TextEncoding", "Threads"]),
        library("Threads", ["CLibrary", "CSockets"]),
        library("Arguments", ["CGetopt", "CLibrary", "Diagnostics", "TextEncoding"]),
        library("Mustache", ["Diagnostics", "TextEncoding"]),
        library("CommonMark", ["CCMark", "Diagnostics", "TextEncoding"]),
        library("YAML", ["Configuration", "CYAML", "Diagnostics", "JSON", "TextEncoding"]),
        library("Configuration", ["Diagnostics", "JSON", "TextEncoding"]),
        library("Diagnostics", ["JSON", "TextEncoding"]),
        library("JSON", ["TextEncoding"]),
        library("Colors", ["CLibrary", "TextEncoding"]),
        library("Hashing", ["CNettle"]),
        library("TextEncoding"),
        library("Files", ["CLibrary", "CRename"]),
        library("Calendar", ["CLibrary"]),
        library("Memory", ["CLibrary", "CMalloc"]),
        library("CLibrary"),

        // Its link to Templates/ makes SwiftPM look there for files that came or went.
        .executableTarget(name: "embed-templates", exclude: ["Templates"], swiftSettings: strict),
        .plugin(name: "EmbedTemplates", capability: .buildTool(), dependencies: ["embed-templates"]),
        .plugin(name: "DigestSources", capability: .buildTool(), dependencies: ["embed-templates"]),

        system("CCMark", pkgConfig: "libcmark", apt: "libcmark-dev", brew: "cmark"),
        system("CYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev", brew: "libyaml"),
        system("CExpat", pkgConfig: "expat", apt: "libexpat1-dev", brew: "expat"),
        system("CGnuTLS", pkgConfig: "gnutls", apt: "libgnutls28-dev", brew: "gnutls"),
        system("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev", brew: "zlib"),
        system("CBrotli", pkgConfig: "libbrotlienc", apt: "libbrotli-dev", brew: "brotli"),
        system("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev", brew: "curl"),
        system("CQREncode", pkgConfig: "libqrencode", apt: "libqrencode-dev", brew: "qrencode"),
        system("CNettle", pkgConfig: "nettle", apt: "nettle-dev", brew: "nettle"),
        .systemLibrary(name: "CGetopt"),
        .systemLibrary(name: "CMalloc"),
        .systemLibrary(name: "CRename"),
        .systemLibrary(name: "CSockets"),

        .target(
            name: "TestSupport",
            dependencies: ["AppLinks", "Diagnostics", "Files", "JSON", "LinkDefinitions", "Release"],
            path: "Tests/TestSupport",
            swiftSettings: strict),
        tests("AppLinks", ["Files", "JSON", "TextEncoding"], exclude: ["Vectors"]),
        tests("AppSideFiles", ["AppLinks", "LinkDefinitions", "TestSupport"]),
        tests(
            "LinkAssociation", ["AppLinks", "Files", "JSON", "LinkDefinitions", "TestSupport", "TextEncoding"],
            exclude: ["Vectors"]),
        tests("LinkDefinitions", ["AppLinks", "JSON", "TestSupport"]),
        tests("AuthContracts", ["AuthFlowVectors", "JSON", "TestSupport"]),
        tests("AuthFlow", ["AuthContracts", "JSON"]),
        tests(
            "AuthFlowClient",
            ["AuthContracts", "AuthFlowVectors", "HTTPListener", "JSON", "TestSupport", "TextEncoding"]),
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
                "JSON", "RandomAnswers", "Sandbox", "SiteModel", "Templates", "TestSupport",
            ],
            exclude: ["Specifications"], swiftSettings: strict),
        tests("Arguments"),
        tests("Colors"),
        tests("CommonMark", ["Diagnostics", "TestSupport", "TextEncoding"]),
        tests("Diagnostics", ["JSON"]),
        tests("Doctor", ["HostExport", "TextEncoding"]),
        tests("EmailBuilder", ["Diagnostics", "Files", "MIME", "SiteModel", "Templates", "TestSupport"]),
        tests("Files", ["TestSupport"]),
        tests("Hashing"),
        tests("HostExport", ["AppLinks", "Files", "LandingServer", "Release", "TestSupport", "TextEncoding"]),
        tests("HTTPListener", ["Calendar", "Files", "JSON", "Memory", "TestSupport", "TextEncoding"]),
        tests("JSON"),
        tests("LandingServer", ["AppLinks", "Files", "HTTPListener", "Release", "TestSupport", "TextEncoding"]),
        tests("Media", ["Diagnostics"]),
        tests("Memory"),
        tests("MIME", ["JSON", "TestSupport"]),
        tests("Mustache", ["Diagnostics", "Files", "JSON"], exclude: ["Suite"]),
        tests("Release", ["AppLinks", "Files", "TestSupport", "TextEncoding"]),
        tests(
            "Sandbox",
            [
                "AppLinks", "AuthContracts", "AuthFlowVectors", "HTTPListener", "JSON", "LinkDefinitions", "MIME",
                "SiteModel", "Templates", "TextEncoding",
            ]),
        tests(
            "SiteBuilder",
            [
                "AppLinks", "Branding", "Colors", "CZlib", "Diagnostics", "Files", "Hashing", "Release", "SiteModel",
                "Templates", "TestSupport", "TextEncoding",
            ],
            exclude: ["Goldens"]),
        tests(
            "SiteCheck",
            [
                "AppLinks", "Diagnostics", "EmailBuilder", "HTTPListener", "JSON", "LandingServer", "LinkAssociation",
                "LinkDefinitions", "Release", "SiteBuilder", "SiteModel", "Templates", "TestSupport", "TextEncoding",
            ]),
        tests(
            "SiteModel",
            [
                "AppLinks", "AuthContracts", "AuthFlowVectors", "Colors", "Diagnostics", "Files", "JSON",
                "LinkDefinitions", "TestSupport", "TextEncoding",
            ]),
        tests(
            "Studio",
            [
                "Diagnostics", "EmailBuilder", "Files", "HTTPListener", "JSON", "Release", "Sandbox", "SiteBuilder",
                "SiteModel", "Templates", "TestSupport", "TextEncoding",
            ]),
        tests("TextEncoding", ["TestSupport"]),
        tests("Configuration", ["Diagnostics", "JSON", "TestSupport", "YAML"]),
        tests("YAML", ["Configuration", "Diagnostics", "TestSupport"]),
    ],
    swiftLanguageModes: [.v6]
)
