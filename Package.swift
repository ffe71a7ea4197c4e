// swift-tools-version: 6.2
import PackageDescription

let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let metrics = Target.Dependency.product(name: "CoreMetrics", package: "swift-metrics")
let tracing = Target.Dependency.product(name: "Tracing", package: "swift-distributed-tracing")
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")

let package = Package(
    name: "snapveil",
    // What the client takes on the systems of Apple; nothing else here is built there.
    platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9)],
    products: [
        .executable(name: "snapveil", targets: ["snapveil"]),
        .library(name: "SnapveilClient", targets: ["SnapveilClient"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        // For tests alone: the parser that ours is compared with.
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: [
        .systemLibrary(name: "CLibPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CLibJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg-dev"])]),
        .systemLibrary(name: "CLibWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"])]),
        .systemLibrary(name: "CLibDE265", pkgConfig: "libde265", providers: [.apt(["libde265-dev"])]),
        .systemLibrary(name: "CLibDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
        .systemLibrary(name: "CISAL", pkgConfig: "libisal", providers: [.apt(["libisal-dev"])]),
        .systemLibrary(name: "CLittleCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
        .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
        .systemLibrary(name: "CLibExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
        .systemLibrary(name: "CLibSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
        .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
        .systemLibrary(name: "CProcessControl"),
        .systemLibrary(name: "CEpoll"),

        .target(name: "CSecureMemory"),
        .target(name: "CPixelKernels"),
        // The files are embedded by playground.c.
        .target(name: "CPlayground", exclude: ["Page"]),
        .target(
            name: "CImageCodecs",
            dependencies: ["CLibPNG", "CLibJPEG", "CSecureMemory"],
            linkerSettings: [.linkedLibrary("z")]
        ),
        .target(name: "SecureMemory", dependencies: ["CSecureMemory"]),
        .target(name: "BoundedWork", dependencies: ["SecureMemory"]),
        .target(name: "Polling", dependencies: ["CEpoll"]),
        .target(name: "CContainment", dependencies: ["CLibSeccomp"]),
        .target(
            name: "Containment",
            dependencies: ["CContainment", "Polling", "BinaryCoding", "BoundedWork", "SecureMemory"]
        ),
        .target(name: "BinaryCoding", dependencies: ["SecureMemory"]),
        .target(name: "SQLiteReading"),
        .target(name: "Base64Coding", dependencies: ["BoundedWork", "SecureMemory"]),
        .target(name: "StrictJSON", dependencies: ["BoundedWork", "SecureMemory"]),
        .target(name: "XPath", dependencies: ["BoundedWork", "SecureMemory"]),
        .target(name: "BoundedRegex", dependencies: ["BoundedWork", "CPCRE2"]),
        .target(name: "SensitiveText", dependencies: ["BoundedWork", "SecureMemory"]),

        .target(
            name: "ImageCore",
            dependencies: [
                "BoundedWork", "SecureMemory", "CImageCodecs", "CLibWebP", "CLibDE265", "CLibDeflate", "CISAL",
                "CLittleCMS", "CPixelKernels",
            ]
        ),
        .target(
            name: "Hierarchy",
            dependencies: ["ImageCore", "SensitiveText", "StrictJSON", "BoundedWork", "SecureMemory", "CLibExpat"]
        ),
        // ONNX Runtime itself is opened when the program runs.
        .target(
            name: "COnnxRuntime",
            dependencies: ["CSecureMemory"],
            linkerSettings: [.linkedLibrary("dl")]
        ),
        .target(name: "CZXing", linkerSettings: [.linkedLibrary("ZXing")]),
        .target(
            name: "Detection",
            dependencies: ["ImageCore", "BoundedWork", "SecureMemory", "COnnxRuntime", "CZXing"]
        ),
        .target(name: "Exposure", dependencies: ["Detection", "ImageCore", "BoundedWork", "SecureMemory"]),
        .target(name: "Messages", dependencies: ["ImageCore", "BoundedWork", "SecureMemory", "CPango"]),
        .target(
            name: "Redaction",
            dependencies: [
                "Messages", "Hierarchy", "Detection", "SensitiveText", "ImageCore", "XPath", "BoundedRegex",
                "StrictJSON",
                "BoundedWork", "SecureMemory",
            ]
        ),
        .target(
            name: "PolicyLibrary",
            dependencies: [
                "Redaction", "ImageCore", "StrictJSON", "BinaryCoding", "BoundedWork", "SecureMemory",
                .product(name: "Yams", package: "Yams"),
            ]
        ),
        .target(name: "HTTPParsing", dependencies: ["BoundedWork", "SecureMemory", httpTypes]),
        .target(
            name: "HTTPServer",
            dependencies: ["HTTPParsing", "Polling", "BoundedWork", "SecureMemory", httpTypes, logging, lifecycle]
        ),
        .target(name: "PrometheusMetrics", dependencies: [metrics]),
        .target(name: "OTLPTracing", dependencies: [tracing]),
        .target(
            name: "SnapveilService",
            dependencies: [
                "PrometheusMetrics", "OTLPTracing", "HTTPServer", "HTTPParsing", "PolicyLibrary", "Redaction",
                "Hierarchy", "Detection", "ImageCore", "StrictJSON",
                "Containment", "BinaryCoding", "Base64Coding", "BoundedWork", "SecureMemory", "CLibDeflate",
                "CPlayground",
                httpTypes, logging, metrics, tracing, lifecycle,
            ]
        ),
        .executableTarget(
            name: "snapveil",
            dependencies: [
                "SnapveilService", "HTTPServer", "PolicyLibrary", "Redaction", "Detection", "Exposure", "Messages",
                "ImageCore",
                "StrictJSON", "SQLiteReading", "OTLPTracing", "Containment", "BinaryCoding", "BoundedWork",
                "SecureMemory",
                "CProcessControl",
                "CNettle", logging, lifecycle,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]
        ),

        .target(name: "SnapveilClient"),

        .target(name: "SeededRandom", path: "Tests/Support/SeededRandom"),
        .target(name: "CJPEGFixtures", dependencies: ["CLibJPEG"], path: "Tests/Support/CJPEGFixtures"),
        .target(
            name: "ImageFixtures",
            dependencies: ["SeededRandom", "CJPEGFixtures", "CLibDeflate"],
            path: "Tests/Support/ImageFixtures"
        ),
        .target(
            name: "Samples",
            dependencies: ["SecureMemory"],
            path: "Tests/Support/Samples",
            resources: [.copy("Screens")]
        ),
        .target(
            name: "CAllocationFaults",
            dependencies: ["CImageCodecs", "CSecureMemory"],
            path: "Tests/Support/CAllocationFaults"
        ),
        .target(
            name: "AllocationFaults",
            dependencies: ["CAllocationFaults"],
            path: "Tests/Support/AllocationFaults"
        ),
        .target(
            name: "CCodeFixtures",
            path: "Tests/Support/CCodeFixtures",
            linkerSettings: [.linkedLibrary("ZXing")]
        ),
        .target(name: "ProcessFiles", path: "Tests/Support/ProcessFiles"),
        .target(name: "RawHTTP", path: "Tests/Support/RawHTTP"),
        .target(name: "FakeCollector", path: "Tests/Support/FakeCollector"),
        .target(
            name: "SchemaChecks",
            dependencies: ["StrictJSON", "SecureMemory"],
            path: "Tests/Support/SchemaChecks"
        ),
        .target(name: "CDeeds", path: "Tests/Support/CDeeds"),
        .executableTarget(
            name: "FaultyServer",
            dependencies: [
                "SnapveilService", "HTTPServer", "Containment", "CContainment", "PolicyLibrary", "BinaryCoding",
                "SecureMemory", "CDeeds", logging, lifecycle,
            ],
            path: "Tests/Support/FaultyServer"
        ),
        .executableTarget(
            name: "LockedProcess",
            dependencies: ["Containment", "CDeeds", "Redaction", "SecureMemory", "Samples"],
            path: "Tests/Support/LockedProcess"
        ),
        .executableTarget(
            name: "RestrictedHost",
            dependencies: ["CLibSeccomp"],
            path: "Tests/Support/RestrictedHost"
        ),

        .testTarget(
            name: "SecureMemoryTests",
            dependencies: ["SecureMemory", "CSecureMemory", "SeededRandom"]
        ),
        .testTarget(name: "BoundedWorkTests", dependencies: ["BoundedWork"]),
        .testTarget(name: "PollingTests", dependencies: ["Polling"]),
        .testTarget(
            name: "SQLiteReadingTests",
            dependencies: ["SQLiteReading", "SeededRandom"],
            resources: [.copy("Fixtures")]
        ),
        .testTarget(name: "BinaryCodingTests", dependencies: ["BinaryCoding", "SecureMemory", "SeededRandom"]),
        .testTarget(
            name: "ContainmentTests",
            dependencies: ["Containment", "CContainment", "BoundedWork", "SecureMemory", "LockedProcess"]
        ),
        .testTarget(
            name: "Base64CodingTests",
            dependencies: ["Base64Coding", "BoundedWork", "SecureMemory", "SeededRandom"]
        ),
        .testTarget(
            name: "StrictJSONTests",
            dependencies: ["StrictJSON", "BoundedWork", "SecureMemory", "SeededRandom"]
        ),
        .testTarget(
            name: "XPathTests",
            dependencies: ["XPath", "BoundedWork", "SecureMemory"],
            resources: [.copy("Fixtures")]
        ),
        .testTarget(name: "BoundedRegexTests", dependencies: ["BoundedRegex", "BoundedWork"]),
        .testTarget(
            name: "ImageCoreTests",
            dependencies: [
                "ImageCore", "BoundedWork", "SecureMemory", "CImageCodecs", "CLibWebP", "CLibDeflate", "CLittleCMS",
                "ImageFixtures", "ProcessFiles", "Samples", "SeededRandom",
            ],
            resources: [.copy("Fixtures")]
        ),
        .testTarget(
            name: "HierarchyTests",
            dependencies: [
                "Hierarchy", "ImageCore", "StrictJSON", "BoundedWork", "SecureMemory", "ProcessFiles", "Samples",
                "SchemaChecks", "SeededRandom",
            ]
        ),
        .testTarget(
            name: "SensitiveTextTests",
            dependencies: ["SensitiveText", "BoundedWork", "SeededRandom"],
            resources: [.copy("Corpus")]
        ),
        .testTarget(
            name: "DetectionTests",
            dependencies: [
                "Detection", "CCodeFixtures", "ImageCore", "BoundedWork", "SecureMemory", "ProcessFiles", "Samples",
                "SeededRandom",
            ]
        ),
        .testTarget(
            name: "ExposureTests",
            dependencies: ["Exposure", "Detection", "ImageCore", "BoundedWork", "SecureMemory"]
        ),
        .testTarget(
            name: "MessagesTests",
            dependencies: ["Messages", "ImageCore", "SecureMemory", "ProcessFiles", "SeededRandom"]
        ),
        .testTarget(
            name: "RedactionTests",
            dependencies: [
                "Redaction", "Messages", "Hierarchy", "Detection", "ImageCore", "StrictJSON", "BoundedWork",
                "SecureMemory",
                "AllocationFaults", "CAllocationFaults", "CJPEGFixtures", "ImageFixtures", "Samples", "SchemaChecks",
                "SeededRandom",
            ]
        ),
        .testTarget(
            name: "PolicyLibraryTests",
            dependencies: [
                "PolicyLibrary", "Redaction", "ImageCore", "StrictJSON", "BinaryCoding", "SecureMemory",
                "ImageFixtures", "SeededRandom",
            ]
        ),
        .testTarget(
            name: "HTTPParsingTests",
            dependencies: ["HTTPParsing", "BoundedWork", "SecureMemory", httpTypes, "SeededRandom"]
        ),
        .testTarget(
            name: "HTTPOracleTests",
            dependencies: [
                "HTTPParsing", "SecureMemory", httpTypes, "SeededRandom",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ]
        ),
        .testTarget(
            name: "HTTPServerTests",
            dependencies: ["HTTPServer", "HTTPParsing", "SecureMemory", httpTypes, logging, lifecycle, "RawHTTP"]
        ),
        .testTarget(name: "OTLPTracingTests", dependencies: ["OTLPTracing", "FakeCollector", tracing]),
        .testTarget(name: "PrometheusMetricsTests", dependencies: ["PrometheusMetrics", metrics]),
        .testTarget(
            name: "SnapveilServiceTests",
            dependencies: [
                "SnapveilService", "PrometheusMetrics", "OTLPTracing", "FakeCollector", "HTTPServer", "HTTPParsing",
                "Containment",
                "PolicyLibrary", "Redaction",
                "ImageCore",
                "Hierarchy", "StrictJSON", "Messages",
                "BinaryCoding", "BoundedWork", "SecureMemory", "CLibDeflate", httpTypes, logging, lifecycle,
                "AllocationFaults", "CAllocationFaults", "ImageFixtures", "RawHTTP", "Samples", "SchemaChecks",
                "SeededRandom",
            ]
        ),
        .testTarget(
            name: "ContainedServiceTests",
            dependencies: [
                "SnapveilService", "HTTPServer", "Containment", "PolicyLibrary", "SecureMemory", logging, lifecycle,
                "FaultyServer", "ProcessFiles", "RawHTTP", "Samples",
            ]
        ),
        .testTarget(
            name: "ProgramTests",
            dependencies: [
                "snapveil", "SnapveilClient", "RestrictedHost", "FakeCollector", "CContainment", "PolicyLibrary",
                "Redaction", "Messages",
                "ImageCore",
                "Containment", "BinaryCoding", "BoundedWork", "SecureMemory", "CJPEGFixtures", "ProcessFiles",
                "Samples", "SeededRandom", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// What the packages of the benchmark, the attack and the fuzzers are made of.
for module in [
    "SecureMemory", "Base64Coding", "StrictJSON", "SQLiteReading", "XPath", "BoundedRegex", "ImageCore", "Hierarchy",
    "Messages",
    "Detection", "Exposure", "Redaction", "PolicyLibrary", "HTTPParsing", "Containment", "BinaryCoding", "BoundedWork",
    "CLibDeflate", "CPango",
    "CJPEGFixtures",
    "SeededRandom",
] {
    package.products.append(.library(name: module, targets: [module]))
}

// A warning that reaches a release build stops it.
for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .treatAllWarnings(as: .error, .when(configuration: .release)),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
    target.cSettings = [
        .treatAllWarnings(as: .error, .when(configuration: .release)),
        .enableWarning("all"),
        .enableWarning("extra"),
    ]
    target.cxxSettings = [
        .treatAllWarnings(as: .error, .when(configuration: .release)),
        .enableWarning("all"),
        .enableWarning("extra"),
    ]
}

// What Deploy/documentation builds with. No other build has to fetch it.
if Context.environment["SNAPVEIL_DOCUMENTATION"] != nil {
    package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}
