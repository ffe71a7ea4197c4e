// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "exposure-judge",
    dependencies: [.package(name: "snapveil", path: "../../..")],
    targets: [
        .executableTarget(
            name: "exposure-judge",
            dependencies: ["Exposure", "Detection", "ImageCore", "BoundedWork", "SecureMemory"].map {
                .product(name: $0, package: "snapveil")
            },
            path: "Judge"
        )
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
