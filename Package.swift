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

/// What the pages of the command are made of; a page loads nothing, so all of it is in the executable.
let pages: [Resource] = [
    "report.css", "report.js", "hits.css", "hits.js", "recommend.css", "scene.css", "scene.js",
    "duplicates.css",
    "bird.svg", "lens.svg",
].map { .embedInCode("Pages/\($0)") }

/// The page that the server shows in a browser.
let browserPage: [Resource] = [
    "index.html", "page.css", "bird.svg", "api.js", "app.js", "colors.js", "comparison.js", "controls.js", "crop.js",
    "dialogs.js", "dom.js", "facets.js", "hits.js", "intake.js", "notes.js", "programs.js", "request.js", "sending.js",
    "stage.js",
    "state.js", "steps.js", "subject.js", "wall.js", "words.js", "docs.html", "docs.css", "docs.js",
    "less.js", "recommended.js", "operator.html", "operator.css", "operator.js", "overview.js", "traffic.js",
    "indexing.js", "csv.js",
].map { .embedInCode("Page/\($0)") }

let package = Package(
    name: "magpie",
    products: [
        .library(name: "Imaging", targets: ["Imaging"]),
        .library(name: "VisualSearch", targets: ["VisualSearch"]),
        .library(name: "Recommendations", targets: ["Recommendations"]),
        .library(name: "StepwiseSearch", targets: ["StepwiseStore"]),
        .library(name: "ContentSearch", targets: ["ContentStore"]),
        .library(name: "SearchServer", targets: ["SearchServer"]),
        .library(name: "SearchClient", targets: ["SearchClient"]),
        .executable(name: "magpie", targets: ["magpie"]),
    ],
    dependencies: [],
    // Lowest first: a target imports only what stands above it.
    targets: [
        // System libraries, and C without Swift.
        // The headers of libvips and the flags of GLib. libvips itself is opened when needed, never linked; its own
        // pkg-config file would link it.
        .systemLibrary(name: "CVips", pkgConfig: "gobject-2.0", providers: [.apt(["libvips-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(
            name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .target(
            name: "CVipsShim", dependencies: ["CVips"], cSettings: optimizedC,
            linkerSettings: [.linkedLibrary("jpeg")]),
        .target(name: "CMicroHTTPDShim", dependencies: ["CMicroHTTPD"]),
        .target(name: "CCurlShim", dependencies: ["CCurl"]),
        .target(name: "CKernels", cSettings: optimizedC),
        .target(name: "CDescriptorData", exclude: ["descriptor.bin", "SOURCES.md"]),
        .target(name: "CDetectorData", exclude: ["detector.bin", "scorer.bin", "SOURCES.md"]),
        .target(name: "CThesaurusData", exclude: ["thesaurus.bin", "SOURCES.md"]),

        // Values without C: boxes, sizes, colors, pixels, inputs, errors; JSON and URL parameters.
        .target(name: "ImageTypes", swiftSettings: strict),
        .target(name: "WireFormat", swiftSettings: strict),

        // Images: bytes in; upright, cropped, resized and encoded images and their colors out.
        .target(name: "Imaging", dependencies: ["ImageTypes", "CVipsShim", "CKernels"], swiftSettings: strict),

        // What is asked of an engine and what it answers, for every engine, client and server; without libvips.
        .target(name: "SearchAPI", dependencies: ["ImageTypes"], swiftSettings: strict),
        .target(name: "CatalogFile", dependencies: ["SearchAPI", "WireFormat"], swiftSettings: strict),
        // One vendor's protocol each: its requests, its answers, their wire form.
        .target(name: "ViSearchAPI", dependencies: ["SearchAPI", "WireFormat"], swiftSettings: strict),
        .target(name: "DynamicYieldAPI", dependencies: ["SearchAPI", "WireFormat"], swiftSettings: strict),
        .target(name: "BloomreachAPI", dependencies: ["SearchAPI", "WireFormat"], swiftSettings: strict),

        // The engine on this machine.
        .target(
            name: "VisualSearch",
            dependencies: [
                "SearchAPI", "Imaging", "WireFormat", "CSQLite", "CKernels", "CDescriptorData", "CDetectorData",
                "CThesaurusData",
            ],
            swiftSettings: strict),

        // What goes with this: events of visitors, models, consents.
        .target(
            name: "Recommendations", dependencies: ["VisualSearch", "SearchAPI", "WireFormat"], swiftSettings: strict),
        // A hierarchy that is walked step by step: its protocol and values; its homes in a file and in a catalog.
        .target(name: "StepwiseSearch", dependencies: ["ImageTypes"], swiftSettings: strict),
        .target(
            name: "StepwiseStore",
            dependencies: ["ImageTypes", "WireFormat", "SearchAPI", "CatalogFile", "VisualSearch", "StepwiseSearch"],
            swiftSettings: strict),

        // Typed content: its protocol and values; its home in a catalog file.
        .target(name: "ContentSearch", dependencies: ["SearchAPI", "WireFormat", "ImageTypes"], swiftSettings: strict),
        .target(
            name: "ContentStore",
            dependencies: [
                "ContentSearch", "SearchAPI", "WireFormat", "CatalogFile", "Imaging", "VisualSearch", "ImageTypes",
            ],
            swiftSettings: strict),

        // HALO's content search on the wire.
        .target(
            name: "HaloAPI", dependencies: ["ContentSearch", "SearchAPI", "WireFormat", "ImageTypes"],
            swiftSettings: strict),

        // HTTP, with Magpie's names for its queues and metrics and without any vendor's protocol; the server's routes;
        // the client.
        .target(
            name: "HTTPTransport", dependencies: ["ImageTypes", "WireFormat", "CMicroHTTPDShim"],
            swiftSettings: strict),
        .target(
            name: "SearchServer",
            dependencies: [
                "VisualSearch", "Recommendations", "CatalogFile", "ViSearchAPI", "DynamicYieldAPI", "BloomreachAPI",
                "HaloAPI", "ContentSearch", "HTTPTransport", "CCurlShim", "StepwiseSearch", "StepwiseStore",
            ],
            resources: browserPage, swiftSettings: strict),
        .target(
            name: "SearchClient",
            dependencies: [
                "Imaging", "ViSearchAPI", "DynamicYieldAPI", "BloomreachAPI", "HaloAPI", "ContentSearch",
                "StepwiseSearch",
            ],
            swiftSettings: strict),

        // A catalog on another engine: Milvus.
        .target(
            name: "MilvusCatalog",
            dependencies: ["ImageTypes", "SearchAPI", "WireFormat", "VisualSearch", "SearchClient"],
            swiftSettings: strict),

        .executableTarget(
            name: "magpie",
            dependencies: [
                "MilvusCatalog",
                "Imaging", "SearchAPI", "CatalogFile", "VisualSearch", "Recommendations", "ViSearchAPI", "WireFormat",
                "HTTPTransport", "SearchServer", "StepwiseStore", "ContentStore",
            ],
            resources: pages, swiftSettings: strict),

        .executableTarget(
            name: "draw-samples", dependencies: ["Imaging"], path: "samples/Generator", swiftSettings: strict),
        .executableTarget(
            name: "prepare-folder", dependencies: ["Imaging"], path: "samples/prepare-folder", swiftSettings: strict),
        .executableTarget(
            name: "search-by-photo", dependencies: ["VisualSearch"], path: "samples/search-by-photo",
            swiftSettings: strict),
        .executableTarget(
            name: "embed-engine", dependencies: ["SearchServer"], path: "samples/embed-engine", swiftSettings: strict),

        .executableTarget(name: "floor", path: "Benchmarks/Floor", linkerSettings: [.linkedLibrary("jpeg")]),
        .target(
            name: "BenchmarkKit", path: "Benchmarks/BenchmarkKit", swiftSettings: strict),
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "BenchmarkKit", "Imaging", "SearchAPI", "CatalogFile", "VisualSearch", "Recommendations", "CKernels",
                "CVipsShim",
                "magpie", "MilvusCatalog",
                "ImageTypes", "StepwiseStore",
                "floor",
            ],
            path: "Benchmarks/Benchmarks", swiftSettings: strict),

        .target(
            name: "TestSupport",
            dependencies: [
                "ImageTypes", "Imaging", "SearchAPI", "StepwiseSearch", "ContentSearch", "WireFormat", "HTTPTransport",
                "VisualSearch",
            ],
            path: "Tests/TestSupport",
            swiftSettings: strict),
        .testTarget(name: "BenchmarkKitTests", dependencies: ["BenchmarkKit"], swiftSettings: strict),
        .testTarget(
            name: "CKernelsTests", dependencies: ["CKernels", "TestSupport"], exclude: ["CrossParity"],
            swiftSettings: strict),
        .testTarget(name: "WireFormatTests", dependencies: ["WireFormat", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "ImagingTests", dependencies: ["Imaging", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "SearchAPITests", dependencies: ["SearchAPI", "WireFormat", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "CatalogFileTests", dependencies: ["CatalogFile", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "ViSearchAPITests", dependencies: ["ViSearchAPI", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "DynamicYieldAPITests", dependencies: ["DynamicYieldAPI", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "BloomreachAPITests", dependencies: ["BloomreachAPI", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "HaloAPITests", dependencies: ["HaloAPI", "TestSupport"], swiftSettings: strict),
        .executableTarget(
            name: "store-writer", dependencies: ["VisualSearch"], path: "Tests/StoreWriter", swiftSettings: strict),
        .testTarget(
            name: "VisualSearchTests",
            dependencies: [
                "VisualSearch", "CatalogFile", "WireFormat", "CKernels", "CDescriptorData", "CDetectorData",
                "TestSupport",
                "store-writer",
            ],
            exclude: ["Describe/described.json", "Describe/CrossParity", "Detect/detected.json"],
            swiftSettings: strict),
        .executableTarget(
            name: "event-writer", dependencies: ["Recommendations"], path: "Tests/EventWriter",
            swiftSettings: strict),
        .testTarget(
            name: "RecommendationsTests",
            dependencies: ["Recommendations", "VisualSearch", "WireFormat", "TestSupport", "event-writer"],
            swiftSettings: strict),
        .testTarget(
            name: "StepwiseStoreTests",
            dependencies: ["ImageTypes", "SearchAPI", "StepwiseSearch", "StepwiseStore", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ContentStoreTests",
            dependencies: ["ContentStore", "VisualSearch", "WireFormat", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "MilvusTests",
            dependencies: [
                "MilvusCatalog", "VisualSearch", "ImageTypes", "WireFormat", "HTTPTransport", "TestSupport",
            ],
            exclude: ["with-milvus"], swiftSettings: strict),
        .testTarget(
            name: "HTTPTransportTests", dependencies: ["HTTPTransport", "ImageTypes", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "SearchClientTests", dependencies: ["SearchClient", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "SearchServerTests",
            dependencies: [
                "SearchServer", "Recommendations", "HTTPTransport", "ViSearchAPI", "DynamicYieldAPI", "BloomreachAPI",
                "HaloAPI", "SearchClient", "ContentStore", "TestSupport", "magpie",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "MagpieTests",
            dependencies: [
                "magpie", "ImageTypes", "CatalogFile", "ViSearchAPI", "WireFormat", "VisualSearch", "Recommendations",
                "TestSupport",
                "prepare-folder", "search-by-photo", "embed-engine",
            ],
            swiftSettings: strict),
    ]
)
