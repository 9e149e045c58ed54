// swift-tools-version: 6.3
import PackageDescription

// A package of its own: the pictures are committed, so that nobody who builds Magpie has to build what drew them.
let package = Package(
    name: "draw-samples",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "magpie", path: "../..")],
    targets: [
        .executableTarget(
            name: "draw-samples", dependencies: [.product(name: "Imaging", package: "magpie")], path: ".",
            exclude: ["README.md"], sources: ["Catalog", "Drawing", "Products", "DrawSamples.swift", "Random.swift"],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .treatAllWarnings(as: .error),
                .strictMemorySafety(),
            ])
    ]
)
