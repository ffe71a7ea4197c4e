// swift-tools-version: 6.2
import PackageDescription

/// Every target of ours: a warning that reaches a release build stops it.
let swiftSettings: [SwiftSetting] = [
    .treatAllWarnings(as: .error, .when(configuration: .release)),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]
let cSettings: [CSetting] = [
    .treatAllWarnings(as: .error, .when(configuration: .release)),
    .enableWarning("all"),
    .enableWarning("extra"),
]

let package = Package(
    name: "snapveil",
    products: [
        .executable(name: "snapveil", targets: ["snapveil"]),
        .executable(name: "snapveil-attack", targets: ["snapveil-attack"]),
        .executable(name: "snapveil-benchmark", targets: ["SnapveilBenchmark"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        // For tests alone: the parser that ours is compared with.
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: [
        .systemLibrary(name: "CLibPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CLibJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg-dev"])]),
        .systemLibrary(name: "CLibDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
        .systemLibrary(name: "CISAL", pkgConfig: "libisal", providers: [.apt(["libisal-dev"])]),
        .systemLibrary(name: "CLittleCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
        .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
        .systemLibrary(name: "CLibExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
        .target(
            name: "CImageCodecs",
            dependencies: ["CLibPNG", "CLibJPEG", "CSecureMemory"],
            cSettings: cSettings,
            linkerSettings: [.linkedLibrary("z")]
        ),
        .target(name: "CPixelKernels", cSettings: cSettings),

        .systemLibrary(name: "CProcessControl"),
        .target(name: "CSecureMemory", cSettings: cSettings),
        .target(name: "SecureMemory", dependencies: ["CSecureMemory"], swiftSettings: swiftSettings),
        .target(name: "BoundedWork", dependencies: ["SecureMemory"], swiftSettings: swiftSettings),
        .target(name: "StrictJSON", dependencies: ["BoundedWork", "SecureMemory"], swiftSettings: swiftSettings),
        .target(name: "XPath", dependencies: ["BoundedWork", "SecureMemory"], swiftSettings: swiftSettings),
        .target(name: "BoundedRegex", dependencies: ["BoundedWork", "CPCRE2"], swiftSettings: swiftSettings),

        .target(
            name: "ImageCore",
            dependencies: [
                "BoundedWork", "CImageCodecs", "CLibDeflate", "CISAL", "CLittleCMS", "CPixelKernels", "SecureMemory",
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "Hierarchy",
            dependencies: ["BoundedWork", "CLibExpat", "ImageCore", "StrictJSON", "SecureMemory"],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "Messages",
            dependencies: ["BoundedWork", "ImageCore", "SecureMemory", "CPango"],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "Redaction",
            dependencies: [
                "BoundedWork", "ImageCore", "Messages", "Hierarchy", "XPath", "BoundedRegex", "StrictJSON",
                "SecureMemory",
            ],
            swiftSettings: swiftSettings
        ),

        .target(
            name: "PolicyLibrary",
            dependencies: [
                "BoundedWork", "Redaction", "ImageCore", "StrictJSON", "SecureMemory",
                .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: swiftSettings
        ),

        .target(
            name: "HTTPParsing",
            dependencies: ["BoundedWork", "SecureMemory", .product(name: "HTTPTypes", package: "swift-http-types")],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "HTTPServer",
            dependencies: [
                "BoundedWork", "HTTPParsing", "SecureMemory",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: swiftSettings
        ),

        .target(
            name: "SnapveilService",
            dependencies: [
                "BoundedWork", "HTTPServer", "HTTPParsing", "PolicyLibrary", "Redaction", "Hierarchy", "ImageCore",
                "StrictJSON", "SecureMemory",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: swiftSettings
        ),
        .executableTarget(
            name: "snapveil",
            dependencies: [
                "BoundedWork", "SnapveilService", "HTTPServer", "PolicyLibrary", "Redaction", "Messages", "ImageCore",
                "StrictJSON", "SecureMemory", "CProcessControl",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            swiftSettings: swiftSettings
        ),
        .executableTarget(
            name: "SnapveilBenchmark",
            dependencies: [
                "Redaction", "Messages", "ImageCore", "SecureMemory",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            resources: [.copy("Peers/peers.py")],
            swiftSettings: swiftSettings
        ),

        .target(name: "SeededRandom", swiftSettings: swiftSettings),
        .target(
            name: "SnapveilAttack",
            dependencies: [
                "Redaction", "Messages", "ImageCore", "SecureMemory", "SeededRandom", "CPango", "CJPEGFixtures",
            ],
            swiftSettings: swiftSettings
        ),
        .executableTarget(
            name: "snapveil-attack",
            dependencies: ["SnapveilAttack", .product(name: "ArgumentParser", package: "swift-argument-parser")],
            swiftSettings: swiftSettings
        ),

        .testTarget(name: "BoundedWorkTests", dependencies: ["BoundedWork"], swiftSettings: swiftSettings),
        .testTarget(name: "SecureMemoryTests", dependencies: ["SecureMemory"], swiftSettings: swiftSettings),
        .testTarget(
            name: "StrictJSONTests",
            dependencies: ["SeededRandom", "BoundedWork", "StrictJSON", "SecureMemory"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "XPathTests",
            dependencies: ["BoundedWork", "XPath", "SecureMemory"],
            resources: [.copy("Fixtures")],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "BoundedRegexTests",
            dependencies: ["BoundedRegex", "BoundedWork"],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "CJPEGFixtures",
            dependencies: ["CLibJPEG"],
            path: "Tests/CJPEGFixtures",
            cSettings: cSettings
        ),
        .target(
            name: "ImageFixtures",
            dependencies: ["SeededRandom", "CJPEGFixtures", "CLibDeflate"],
            path: "Tests/ImageFixtures",
            swiftSettings: swiftSettings
        ),
        .target(
            name: "CAllocationFaults",
            dependencies: ["CImageCodecs", "CSecureMemory"],
            path: "Tests/CAllocationFaults",
            cSettings: cSettings
        ),
        .target(
            name: "AllocationFaults",
            dependencies: ["CAllocationFaults"],
            path: "Tests/AllocationFaults",
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "ImageCoreTests",
            dependencies: [
                "SeededRandom", "BoundedWork",
                "ImageCore", "SecureMemory", "CImageCodecs", "ImageFixtures", "Samples", "CLibDeflate", "CLittleCMS",
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "Samples",
            dependencies: ["SecureMemory"],
            path: "Tests/Samples",
            resources: [.copy("Screens")],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "HierarchyTests",
            dependencies: [
                "SeededRandom", "BoundedWork", "Hierarchy", "Samples", "ImageCore", "StrictJSON", "SecureMemory",
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "HTTPParsingTests",
            dependencies: [
                "SeededRandom",
                "BoundedWork", "HTTPParsing", "SecureMemory",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "HTTPOracleTests",
            dependencies: [
                "SeededRandom",
                "HTTPParsing", "SecureMemory",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: swiftSettings
        ),
        .target(name: "RawHTTP", path: "Tests/RawHTTP", swiftSettings: swiftSettings),
        .testTarget(
            name: "HTTPServerTests",
            dependencies: [
                "HTTPParsing", "HTTPServer", "SecureMemory", "RawHTTP",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "SnapveilServiceTests",
            dependencies: [
                "SeededRandom", "BoundedWork",
                "SnapveilService", "HTTPParsing", "HTTPServer", "PolicyLibrary", "Redaction", "ImageCore",
                "SecureMemory", "AllocationFaults", "CAllocationFaults", "CLibDeflate", "ImageFixtures", "Samples",
                "RawHTTP",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "MessagesTests",
            dependencies: ["SeededRandom", "Messages", "ImageCore", "SecureMemory"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "RedactionTests",
            dependencies: [
                "SeededRandom",
                "BoundedWork", "Redaction", "Messages", "Hierarchy", "ImageCore", "StrictJSON", "SecureMemory",
                "CJPEGFixtures", "ImageFixtures", "Samples", "AllocationFaults", "CAllocationFaults",
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "PolicyLibraryTests",
            dependencies: ["PolicyLibrary", "Redaction", "ImageCore", "StrictJSON", "SecureMemory", "ImageFixtures"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "ProgramTests",
            dependencies: ["SeededRandom", "snapveil", "ImageCore", "SecureMemory", "CJPEGFixtures"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "SnapveilAttackTests",
            dependencies: ["SeededRandom", "SnapveilAttack", "Redaction", "ImageCore", "SecureMemory"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "SnapveilBenchmarkTests",
            dependencies: ["SeededRandom", "SnapveilBenchmark", "Redaction", "ImageCore", "SecureMemory"],
            swiftSettings: swiftSettings
        ),
    ],
    swiftLanguageModes: [.v6]
)

// What Deploy/documentation builds with. No other build has to fetch it.
if Context.environment["SNAPVEIL_DOCUMENTATION"] != nil {
    package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}
