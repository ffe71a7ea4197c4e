// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "snapveil-benchmark",
    products: [.executable(name: "snapveil-benchmark", targets: ["SnapveilBenchmark"])],
    dependencies: [
        .package(name: "snapveil", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .executableTarget(
            name: "SnapveilBenchmark",
            dependencies: [
                .product(name: "Redaction", package: "snapveil"),
                .product(name: "Messages", package: "snapveil"),
                .product(name: "ImageCore", package: "snapveil"),
                .product(name: "SecureMemory", package: "snapveil"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources",
            resources: [.copy("Peers/peers.py")]
        ),
        .testTarget(
            name: "SnapveilBenchmarkTests",
            dependencies: ["SnapveilBenchmark", .product(name: "SeededRandom", package: "snapveil")],
            path: "Tests"
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .treatAllWarnings(as: .error, .when(configuration: .release)),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
