// swift-tools-version: 6.3
import PackageDescription

/// The same strictness for every Swift target: Swift 6 mode, all warnings are errors, unsafe code is marked.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
]

/// Pixel loops keep release speed in debug builds, so that tests on real photos stay quick.
let optimizedC: [CSetting] = [.unsafeFlags(["-O3"], .when(configuration: .debug))]

let package = Package(
    name: "magpie",
    products: [
        .library(name: "Imaging", targets: ["Imaging"]),
        .library(name: "VisualSearch", targets: ["VisualSearch", "SearchAPI"]),
        .library(name: "SearchServer", targets: ["SearchServer"]),
        .library(name: "SearchClient", targets: ["SearchClient", "SearchAPI"]),
        .executable(name: "magpie", targets: ["magpie"]),
    ],
    dependencies: [],
    targets: [
        // The headers of libvips and the flags of GLib. libvips itself is opened when needed, never linked; its own
        // pkg-config file would link it.
        .systemLibrary(name: "CVips", pkgConfig: "gobject-2.0", providers: [.apt(["libvips-dev"])]),
        .target(
            name: "CVipsShim", dependencies: ["CVips"], cSettings: optimizedC,
            linkerSettings: [.linkedLibrary("jpeg")]),
        .target(name: "CKernels", cSettings: optimizedC),
        .target(name: "CDescriptorData", exclude: ["descriptor.bin", "SOURCES.md"]),
        .target(name: "CDetectorData", exclude: ["detector.bin", "scorer.bin", "SOURCES.md"]),
        .target(name: "Imaging", dependencies: ["CVipsShim", "CKernels"], swiftSettings: strict),
        .target(name: "SearchAPI", dependencies: ["Imaging"], swiftSettings: strict),
        .target(name: "SearchClient", dependencies: ["Imaging", "SearchAPI"], swiftSettings: strict),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .target(
            name: "VisualSearch",
            dependencies: ["SearchAPI", "Imaging", "CSQLite", "CKernels", "CDescriptorData", "CDetectorData"],
            swiftSettings: strict),
        .systemLibrary(
            name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .target(name: "CMicroHTTPDShim", dependencies: ["CMicroHTTPD"]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .target(name: "CCurlShim", dependencies: ["CCurl"]),
        .target(
            name: "SearchServer",
            dependencies: ["VisualSearch", "SearchAPI", "Imaging", "CMicroHTTPDShim", "CCurlShim"],
            swiftSettings: strict),
        .executableTarget(
            name: "magpie", dependencies: ["Imaging", "SearchAPI", "VisualSearch", "SearchServer"],
            swiftSettings: strict),

        .executableTarget(
            name: "draw-samples", dependencies: ["Imaging"], path: "samples/Generator", swiftSettings: strict),

        .executableTarget(name: "floor", path: "Benchmarks/Floor", linkerSettings: [.linkedLibrary("jpeg")]),
        .target(
            name: "BenchmarkKit", path: "Benchmarks/BenchmarkKit", swiftSettings: strict),
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "BenchmarkKit", "Imaging", "SearchAPI", "VisualSearch", "CKernels", "CVipsShim", "magpie", "floor",
            ],
            path: "Benchmarks/Benchmarks", swiftSettings: strict),

        .target(
            name: "TestSupport", dependencies: ["Imaging", "SearchAPI"], path: "Tests/TestSupport",
            swiftSettings: strict),
        .testTarget(name: "BenchmarkKitTests", dependencies: ["BenchmarkKit"], swiftSettings: strict),
        .testTarget(
            name: "CKernelsTests", dependencies: ["CKernels", "TestSupport"], exclude: ["CrossParity"],
            swiftSettings: strict),
        .testTarget(name: "ImagingTests", dependencies: ["Imaging", "TestSupport"], swiftSettings: strict),
        .executableTarget(
            name: "store-writer", dependencies: ["VisualSearch", "SearchAPI"], path: "Tests/StoreWriter",
            swiftSettings: strict),
        .testTarget(
            name: "VisualSearchTests",
            dependencies: [
                "VisualSearch", "SearchAPI", "Imaging", "CKernels", "CDescriptorData", "CDetectorData", "TestSupport",
                "store-writer",
            ],
            exclude: ["Describe/described.json", "Describe/CrossParity", "Detect/detected.json"],
            swiftSettings: strict),
        .testTarget(
            name: "SearchAPITests", dependencies: ["SearchAPI", "Imaging", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "SearchClientTests", dependencies: ["SearchClient", "SearchAPI", "Imaging", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "SearchServerTests",
            dependencies: [
                "SearchServer", "SearchClient", "VisualSearch", "SearchAPI", "Imaging", "TestSupport", "magpie",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "MagpieTests", dependencies: ["magpie", "Imaging", "SearchAPI", "VisualSearch", "TestSupport"],
            swiftSettings: strict),
    ]
)
