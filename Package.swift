// swift-tools-version: 6.2
import PackageDescription

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let metrics = Target.Dependency.product(name: "CoreMetrics", package: "swift-metrics")
let tracing = Target.Dependency.product(name: "Tracing", package: "swift-distributed-tracing")
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let signals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
let httpClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let tls = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let nioHTTP = ["NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket"].map {
    Target.Dependency.product(name: $0, package: "swift-nio")
}
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let keyDerivation = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let nio = ["NIOCore", "NIOEmbedded", "NIOHTTP1"].map { Target.Dependency.product(name: $0, package: "swift-nio") }
let faults: [Target.Dependency] = ["AllocationFaults", "CAllocationFaults"]
let memory: [Target.Dependency] = ["BoundedWork", "SecureMemory"]
let text = memory + ["TextAlgorithms"]

// The floors from the top down. A module imports modules of its own floor and of those below, which Deploy/lib/folders.pl checks.
let program: [Target] = [
    .executableTarget(
        name: "snapveil",
        dependencies: memory + [
            "SnapveilGuard", "SnapveilService", "RedactionJobs", "Transcoding", "HTTPServer", "OTLPTracing",
            "Containment", "PolicyLibrary",
            "Artefacts", "Recordings", "Sealing", "Redaction", "Detection", "SensitiveText", "ImageCore", "StrictJSON",
            "RawVideo", "BinaryCoding", "AgeEncryption",
            "CProcessControl", "CNettle", argumentParser, logging, lifecycle, signals,
        ],
        // To look for a function of a library once it is called saves all registers on the stack, with what was copied last.
        linkerSettings: [.unsafeFlags(["-Xlinker", "-z", "-Xlinker", "now"])]
    )
]

let service: [Target] = [
    .target(
        name: "SnapveilGuard",
        dependencies: memory + nioHTTP + [
            "SnapveilService", "Transcoding", "RedactionJobs", "HTTPServer", "HTTPParsing", "WebSockets",
            "Containment", "PrometheusMetrics", "OTLPTracing", "Artefacts", "Recordings", "Redaction", "Base64Coding",
            "CPageScript",
            httpClient, tls, httpTypes, logging, metrics, tracing, lifecycle,
        ]
    ),
    // page_script.c embeds the script of the kit for Python.
    .target(name: "CPageScript"),
    .target(
        name: "SnapveilService",
        dependencies: memory + [
            "RedactionJobs", "HTTPServer", "Containment", "PrometheusMetrics", "OTLPTracing", "PolicyLibrary",
            "Artefacts", "Redaction", "Hierarchy", "Detection", "ImageCore", "StrictJSON", "Base64Coding",
            "CPlayground",
            "CLibDeflate", httpTypes, logging, metrics, tracing, lifecycle,
        ]
    ),
    .target(
        name: "RedactionJobs",
        dependencies: memory + [
            "HTTPParsing", "Containment", "PolicyLibrary", "Artefacts", "Recordings", "Sealing", "Redaction",
            "Exposure",
            "Hierarchy", "Detection", "ImageCore", "RawVideo", "AgeEncryption", "StrictJSON", "BinaryCoding",
            "Base64Coding", httpTypes,
            logging,
        ]
    ),
    .target(
        name: "Transcoding",
        dependencies: memory + ["RedactionJobs", "Recordings", "RawVideo", "Containment", "ImageCore", "CSecureMemory"]
    ),
    // playground.c embeds the files.
    .target(name: "CPlayground", exclude: ["Page"]),
    .target(name: "HTTPServer", dependencies: memory + ["HTTPParsing", "Polling", httpTypes, logging, lifecycle]),
    .target(name: "HTTPParsing", dependencies: memory + [httpTypes]),
    .target(name: "WebSockets", dependencies: memory + ["CNettle", httpTypes]),
    .target(name: "Containment", dependencies: memory + ["CContainment", "BinaryCoding", "Polling"]),
    .target(name: "CContainment", dependencies: ["CLibSeccomp"]),
    .target(name: "PrometheusMetrics", dependencies: [metrics]),
    .target(name: "OTLPTracing", dependencies: [tracing]),
]

let redaction: [Target] = [
    .target(
        name: "PolicyLibrary",
        dependencies: memory + [
            "Redaction", "Messages", "ImageCore", "StrictJSON", "BinaryCoding", "AgeEncryption", yams,
        ]
    ),
    .target(
        name: "Redaction",
        dependencies: text + [
            "Messages", "Hierarchy", "Detection", "SensitiveText", "ImageCore", "XPath", "BoundedRegex", "StrictJSON",
        ]
    ),
    .target(
        name: "Artefacts",
        dependencies: text + [
            "Recordings", "Redaction", "Hierarchy", "SensitiveText", "ImageCore", "StrictJSON", "BinaryCoding",
            "Base64Coding",
            "CLibZip", "CLibZstd", "CLibDeflate",
        ]
    ),
    .target(
        name: "Sealing",
        dependencies: memory + [
            "AgeEncryption", "Redaction", "ImageCore", "RawVideo", "StrictJSON", crypto,
        ]
    ),
    .target(name: "Recordings", dependencies: memory + ["Redaction", "ImageCore", "RawVideo"]),
    .target(name: "Messages", dependencies: memory + ["ImageCore", "CPango"]),
    .target(name: "Exposure", dependencies: memory + ["Detection", "ImageCore"]),
    .target(name: "Detection", dependencies: memory + ["COnnxRuntime", "CZXing", "ImageCore", "SensitiveText"]),
    // The program opens ONNX Runtime itself when it runs.
    .target(name: "COnnxRuntime", dependencies: ["CSecureMemory"], linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CZXing", linkerSettings: [.linkedLibrary("ZXing")]),
    .target(name: "Hierarchy", dependencies: text + ["SensitiveText", "ImageCore", "StrictJSON", "CLibExpat"]),
    .target(name: "SensitiveText", dependencies: text),
]

let image: [Target] = [
    .target(
        name: "ImageCore",
        dependencies: memory + [
            "CImageCodecs", "CPixelKernels", "CLibWebP", "CLibDE265", "CLibDeflate", "CISAL", "CLittleCMS",
        ]
    ),
    .target(
        name: "CImageCodecs",
        dependencies: ["CSecureMemory", "CLibPNG", "CLibJPEG"],
        linkerSettings: [.linkedLibrary("z")]
    ),
    .target(name: "CPixelKernels"),
]

let ground: [Target] =
    ["XPath", "Base64Coding", "TextAlgorithms"].map { .target(name: $0, dependencies: memory) } + [
        .target(name: "StrictJSON", dependencies: text),
        .target(name: "BoundedRegex", dependencies: memory + ["CPCRE2"]),
        .target(name: "AgeEncryption", dependencies: memory + ["Base64Coding", crypto, keyDerivation]),
        .target(name: "BinaryCoding", dependencies: ["SecureMemory"]),
        .target(name: "Polling", dependencies: ["CEpoll"]),
        .target(name: "RawVideo", dependencies: ["SecureMemory"]),
        .target(name: "BoundedWork", dependencies: ["SecureMemory", "CScheduling"]),
        .target(name: "SecureMemory", dependencies: ["CSecureMemory"]),
        .target(name: "CSecureMemory"),
    ]

let system: [Target] = [
    library("CLibPNG", "libpng", "libpng-dev"),
    library("CLibJPEG", "libjpeg", "libjpeg-dev"),
    library("CLibWebP", "libwebp", "libwebp-dev"),
    library("CLibDE265", "libde265", "libde265-dev"),
    library("CLibDeflate", "libdeflate", "libdeflate-dev"),
    library("CISAL", "libisal", "libisal-dev"),
    library("CLibZip", "libzip", "libzip-dev"),
    library("CLibZstd", "libzstd", "libzstd-dev"),
    library("CLittleCMS", "lcms2", "liblcms2-dev"),
    library("CPCRE2", "libpcre2-8", "libpcre2-dev"),
    library("CLibExpat", "expat", "libexpat1-dev"),
    library("CPango", "pangocairo", "libpango1.0-dev"),
    library("CLibSeccomp", "libseccomp", "libseccomp-dev"),
    library("CNettle", "nettle", "nettle-dev"),
    .systemLibrary(name: "CProcessControl"),
    .systemLibrary(name: "CEpoll"),
    .systemLibrary(name: "CScheduling"),
]

let floors = program + service + redaction + image + ground + system

let clients: [Target] = [.target(name: "SnapveilClient", path: "Sources/Clients/Swift")]

let redacting = memory + ["Redaction", "Messages", "ImageCore", argumentParser]
let tools: [Target] = [
    .executableTarget(name: "SnapveilAttack", dependencies: redacting + ["CPango", "CJPEGFixtures", "SeededRandom"]),
    .executableTarget(
        name: "SnapveilBenchmark",
        dependencies: redacting + ["Detection"],
        resources: [.copy("Peers/peers.py")]
    ),
]

let support: [Target] =
    ["SeededRandom", "ProcessFiles", "RawHTTP", "FakeCollector", "CDeeds"].map { .target(name: $0) } + [
        .target(name: "CJPEGFixtures", dependencies: ["CLibJPEG"]),
        .target(name: "ImageFixtures", dependencies: ["SeededRandom", "CJPEGFixtures", "CLibDeflate"]),
        .target(name: "Samples", dependencies: ["SecureMemory"], resources: [.copy("Screens")]),
        .target(name: "MemorySentinel", dependencies: ["SecureMemory"]),
        .target(name: "CAllocationFaults", dependencies: ["CImageCodecs", "CSecureMemory"]),
        .target(name: "AllocationFaults", dependencies: ["CAllocationFaults"]),
        .target(name: "CCodeFixtures", linkerSettings: [.linkedLibrary("ZXing")]),
        .target(name: "SchemaChecks", dependencies: ["StrictJSON", "SecureMemory"]),
        .executableTarget(
            name: "FaultyServer",
            dependencies: memory + [
                "SnapveilService", "RedactionJobs", "HTTPServer", "Containment", "CContainment", "PolicyLibrary",
                "BinaryCoding", "CDeeds", logging, lifecycle,
            ]
        ),
        .executableTarget(
            name: "LockedProcess",
            dependencies: memory + ["Containment", "CDeeds", "Redaction", "Artefacts", "Samples"]
        ),
        .executableTarget(name: "DeedProgram", dependencies: ["CDeeds"]),
        .executableTarget(name: "RestrictedHost", dependencies: ["CLibSeccomp"]),
    ]

let units: [Target] =
    [
        "BoundedWork", "Polling", "BinaryCoding", "RawVideo", "Base64Coding", "StrictJSON", "TextAlgorithms",
        "BoundedRegex", "Exposure", "HTTPParsing", "WebSockets", "PrometheusMetrics",
    ].map { units($0) } + [
        units("SecureMemory", ["MemorySentinel"]),
        units("AgeEncryption", ["MemorySentinel"]),
        units("XPath", files: ["Fixtures"]),
        units("ImageCore", ["ImageFixtures", "ProcessFiles", "Samples"], files: ["Fixtures"]),
        units("Hierarchy", ["ProcessFiles", "Samples", "SchemaChecks"]),
        units("SensitiveText", files: ["Corpus"]),
        units("Detection", ["CCodeFixtures", "ProcessFiles", "Samples"], files: ["Fixtures"]),
        units("Artefacts", ["MemorySentinel", "Samples"]),
        units("Messages", ["ProcessFiles"]),
        units("Redaction", faults + ["CJPEGFixtures", "ImageFixtures", "MemorySentinel", "Samples", "SchemaChecks"]),
        units("PolicyLibrary", ["ImageFixtures"]),
        units("Sealing", ["Samples"]),
        units("Recordings"),
        units("Transcoding"),
        units("Containment", ["LockedProcess", "DeedProgram", "CDeeds"]),
        units("HTTPParsing", as: "HTTPOracle", nio),
        units("HTTPServer", ["RawHTTP"]),
        units("OTLPTracing", ["FakeCollector"]),
        units(
            "SnapveilService",
            faults + [
                "AgeEncryption", "FakeCollector", "ImageFixtures", "Messages", "RawHTTP", "Samples", "SchemaChecks",
                "Sealing",
            ]
        ),
        units("RedactionJobs", ["Messages"]),
        units("SnapveilGuard"),
        units("SnapveilService", as: "ContainedService", ["FaultyServer", "ProcessFiles", "RawHTTP", "Samples"]),
        units(
            "snapveil",
            as: "Program",
            [
                "SnapveilClient", "CContainment", "CJPEGFixtures", "FakeCollector", "ProcessFiles", "RestrictedHost",
                "Samples",
            ]
        ),
        .testTarget(name: "AttackTests", dependencies: ["SnapveilAttack"]),
        units("SnapveilBenchmark", as: "Benchmark", ["PolicyLibrary"]),
    ]

// A target lies in the folder of its name.
for (folder, targets) in [
    ("Sources/Program", program), ("Sources/Service", service), ("Sources/Redaction", redaction),
    ("Sources/Image", image), ("Sources/Ground", ground), ("Sources/System", system),
    ("Tests/Support", support), ("Tests/Units", units), ("Tests/Tools", tools),
] {
    for target in targets { target.path = "\(folder)/\(target.name)" }
}

let package = Package(
    name: "snapveil",
    // The client runs on the systems of Apple; nothing else here is built there.
    platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9)],
    products: [
        .executable(name: "snapveil", targets: ["snapveil"]),
        .executable(name: "snapveil-attack", targets: ["SnapveilAttack"]),
        .executable(name: "snapveil-benchmark", targets: ["SnapveilBenchmark"]),
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
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        // The way of a guard to the server behind it; and the parser that tests compare ours with.
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: floors + clients + support + units + tools,
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// The packages of the fuzzers and of other tools take any module.
for target in floors + support where target.type == .regular || target.type == .system {
    package.products.append(.library(name: target.name, targets: [target.name]))
}

// A warning that reaches a release build stops it.
for target in package.targets where target.type != .system {
    target.swiftSettings =
        [.treatAllWarnings(as: .error, .when(configuration: .release))]
        + ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"].map { .enableUpcomingFeature($0) }
    target.cSettings =
        [.treatAllWarnings(as: .error, .when(configuration: .release))] + ["all", "extra"].map { .enableWarning($0) }
    target.cxxSettings =
        [.treatAllWarnings(as: .error, .when(configuration: .release))] + ["all", "extra"].map { .enableWarning($0) }
}

// Deploy/documentation builds with it. No other build has to fetch it.
if Context.environment["SNAPVEIL_DOCUMENTATION"] != nil {
    package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}

/// A library of the system that pkg-config knows and a Debian package brings.
func library(_ name: String, _ pkgConfig: String, _ package: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

/// The tests of a module, which may import all that the module may.
@MainActor
func units(_ module: String, as name: String? = nil, _ more: [Target.Dependency] = [], files: [String] = []) -> Target {
    .testTarget(
        name: "\(name ?? module)Tests",
        dependencies: [.init(stringLiteral: module), "SeededRandom"] + more
            + (floors + tools).filter { $0.name == module }.flatMap(\.dependencies),
        resources: files.map { .copy($0) }
    )
}
