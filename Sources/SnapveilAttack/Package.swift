// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "snapveil-attack",
    products: [.executable(name: "snapveil-attack", targets: ["snapveil-attack"])],
    dependencies: [
        .package(name: "snapveil", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .target(
            name: "SnapveilAttack",
            dependencies: [
                .product(name: "Redaction", package: "snapveil"),
                .product(name: "Messages", package: "snapveil"),
                .product(name: "ImageCore", package: "snapveil"),
                .product(name: "SecureMemory", package: "snapveil"),
                .product(name: "CPango", package: "snapveil"),
                .product(name: "CJPEGFixtures", package: "snapveil"),
                .product(name: "SeededRandom", package: "snapveil"),
            ],
            path: "Sources"
        ),
        .executableTarget(
            name: "snapveil-attack",
            dependencies: ["SnapveilAttack", .product(name: "ArgumentParser", package: "swift-argument-parser")],
            path: "Command"
        ),
        .testTarget(name: "SnapveilAttackTests", dependencies: ["SnapveilAttack"], path: "Tests"),
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
