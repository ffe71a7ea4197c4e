// swift-tools-version: 6.2
import PackageDescription

/// The fuzzers, and the modules of Snapveil that each one calls.
let fuzzers = [
    "FuzzRequestParser": ["HTTPParsing"],
    "FuzzMultipartForm": ["HTTPParsing", "SecureMemory"],
    "FuzzStrictJSON": ["StrictJSON", "Base64Coding", "SecureMemory"],
    "FuzzPNG": ["ImageCore", "CLibDeflate", "BoundedWork", "SecureMemory"],
    "FuzzJPEG": ["ImageCore", "BoundedWork", "SecureMemory"],
    "FuzzKTX": ["ImageCore", "BoundedWork", "SecureMemory"],
    "FuzzWebP": ["ImageCore", "BoundedWork", "SecureMemory"],
    "FuzzHEIC": ["ImageCore", "BoundedWork", "SecureMemory"],
    "FuzzHierarchy": ["Hierarchy", "ImageCore", "BoundedWork", "SecureMemory"],
    "FuzzXPath": ["XPath", "BoundedWork"],
    "FuzzBoundedRegex": ["BoundedRegex", "BoundedWork"],
    "FuzzArtefact": ["Artefacts", "Redaction", "BoundedWork", "SecureMemory"],
    "FuzzWebSocket": ["WebSockets", "SecureMemory"],
    "FuzzReply": ["Artefacts", "Redaction", "Base64Coding", "BoundedWork", "SecureMemory"],
    "FuzzZipArchive": ["Artefacts", "BoundedWork", "SecureMemory"],
    "FuzzWorkerReport": ["Containment", "BinaryCoding", "SecureMemory"],
    "FuzzWorkerResult": [
        "RedactionJobs", "PolicyLibrary", "Artefacts", "Redaction", "Containment", "BinaryCoding", "SecureMemory",
    ],
    "FuzzAge": ["AgeEncryption", "SecureMemory"],
    "FuzzSealing": ["Sealing", "RawVideo", "ImageCore", "BoundedWork", "SecureMemory"],
    "FuzzRecording": ["Transcoding", "Recordings", "RawVideo", "ImageCore", "BoundedWork", "SecureMemory"],
    "FuzzSanitizeCall": [
        "RedactionJobs", "PolicyLibrary", "Redaction", "HTTPParsing", "BoundedWork", "SecureMemory",
    ],
    "FuzzMessage": ["RedactionJobs", "Artefacts", "StrictJSON", "SecureMemory"],
    "FuzzEventStream": ["SnapveilGuard", "SecureMemory"],
    "FuzzWebDriver": ["SnapveilGuard", "StrictJSON", "SecureMemory"],
    "FuzzSecretFile": ["Artefacts", "SecureMemory"],
    "FuzzFields": [
        "SnapveilGuard", "SnapveilService", "OTLPTracing", "WebSockets", "HTTPParsing", "Redaction", "SecureMemory",
    ],
    "FuzzPolicy": ["PolicyLibrary", "Redaction", "StrictJSON", "SecureMemory"],
]

/// A package of its own, as `run` builds everything with the instrumentation.
let package = Package(
    name: "fuzzing",
    dependencies: [
        .package(name: "snapveil", path: "../../.."),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
    ],
    targets: [.target(name: "Claims")]
        + fuzzers.map { fuzzer, modules in
            .executableTarget(
                name: fuzzer,
                dependencies: ["Claims"] + modules.map { .product(name: $0, package: "snapveil") }
            )
        },
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
    if ["FuzzRequestParser", "FuzzSanitizeCall", "FuzzWebDriver", "FuzzFields"].contains(target.name) {
        target.dependencies.append(.product(name: "HTTPTypes", package: "swift-http-types"))
    }
}
