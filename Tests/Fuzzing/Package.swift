// swift-tools-version: 6.2
import PackageDescription

/// A package of its own, so that no build of the main one meets a fuzzer. The modules are those of the main package,
/// by symbolic links; `run` builds everything here with the instrumentation.
let swiftSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "fuzzing",
    dependencies: [
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: [])
    ],
    targets: [
        .target(name: "CSecureMemory"),
        .target(name: "SecureMemory", dependencies: ["CSecureMemory"], swiftSettings: swiftSettings),
        .target(name: "BoundedWork", dependencies: ["SecureMemory"], swiftSettings: swiftSettings),
        .target(name: "StrictJSON", dependencies: ["BoundedWork", "SecureMemory"], swiftSettings: swiftSettings),
        .target(
            name: "HTTPParsing",
            dependencies: ["BoundedWork", "SecureMemory", .product(name: "HTTPTypes", package: "swift-http-types")],
            swiftSettings: swiftSettings
        ),
        .systemLibrary(name: "CLibPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CLibJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg-dev"])]),
        .systemLibrary(name: "CLibDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
        .systemLibrary(name: "CLittleCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
        .systemLibrary(name: "CISAL", pkgConfig: "libisal", providers: [.apt(["libisal-dev"])]),
        .target(name: "CPixelKernels"),
        .target(
            name: "CImageCodecs",
            dependencies: ["CLibPNG", "CLibJPEG", "CSecureMemory"],
            linkerSettings: [.linkedLibrary("z")]
        ),
        .target(
            name: "ImageCore",
            dependencies: [
                "BoundedWork", "CImageCodecs", "CLibDeflate", "CISAL", "CLittleCMS", "CPixelKernels", "SecureMemory",
            ],
            swiftSettings: swiftSettings
        ),

        .target(name: "Claims", swiftSettings: swiftSettings),
        .executableTarget(
            name: "FuzzRequestParser",
            dependencies: ["HTTPParsing", "Claims", .product(name: "HTTPTypes", package: "swift-http-types")],
            swiftSettings: swiftSettings
        ),
        .executableTarget(
            name: "FuzzMultipartForm",
            dependencies: ["HTTPParsing", "SecureMemory", "Claims"],
            swiftSettings: swiftSettings
        ),
        .executableTarget(
            name: "FuzzStrictJSON",
            dependencies: ["StrictJSON", "SecureMemory", "Claims"],
            swiftSettings: swiftSettings
        ),
        .executableTarget(
            name: "FuzzPNG",
            dependencies: ["BoundedWork", "ImageCore", "CLibDeflate", "SecureMemory", "Claims"],
            swiftSettings: swiftSettings
        ),
    ],
    swiftLanguageModes: [.v6]
)
