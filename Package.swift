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

/// A Swift target in a room of `Sources`.
func swift(_ name: String, in room: String, _ dependencies: [Target.Dependency], resources: [Resource] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(room)/\(name)", resources: resources,
        swiftSettings: strict)
}

/// A Swift target of a vendor, `BloomreachAPI` in `Vendors/Bloomreach/API`.
func vendor(_ name: String, _ part: String, _ dependencies: [Target.Dependency], resources: [Resource] = []) -> Target {
    .target(
        name: name + part, dependencies: dependencies, path: "Sources/Vendors/\(name)/\(part)", resources: resources,
        swiftSettings: strict)
}

/// The headers of a system library, in the room that uses it.
func library(_ name: String, in room: String, pkgConfig: String, debian: String) -> Target {
    .systemLibrary(
        name: name, path: "Sources/\(room)/\(name)", pkgConfig: pkgConfig, providers: [.apt([debian])])
}

/// C in a room, without Swift. `exclude` names what is included as bytes, and where it comes from.
func c(
    _ name: String, in room: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
    settings: [CSetting] = [], linking libraries: [LinkerSetting] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(room)/\(name)", exclude: exclude,
        cSettings: settings, linkerSettings: libraries)
}

/// The tests of a target, in the same room of `Tests`.
func tests(
    _ name: String, in room: String, at folder: String? = nil, _ dependencies: [Target.Dependency],
    exclude: [String] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies + ["TestSupport"], path: "Tests/\(room)/\(folder ?? name)",
        exclude: exclude, swiftSettings: strict)
}

/// A program: of the samples, of the benchmarks, or one that tests start.
func program(
    _ name: String, _ dependencies: [Target.Dependency], at path: String, resources: [Resource] = []
) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: path, resources: resources, swiftSettings: strict)
}

// The rooms, lowest first: a target imports only what stands above it, in its room or in an earlier one. Two stand in the
// room of the network and are used before it: `WireFormat` (JSON and URL parameters) by all, and `HTTPClient` by the engine
// and `MilvusCatalog`.

/// Bytes in; upright, cropped, resized and encoded images and their colors out.
let pictures: [Target] = [
    // The headers of libvips and the flags of GLib. libvips itself is opened when needed, never linked; its own
    // pkg-config file would link it.
    library("CVips", in: "Pictures", pkgConfig: "gobject-2.0", debian: "libvips-dev"),
    c("CVipsShim", in: "Pictures", ["CVips"], settings: optimizedC, linking: [.linkedLibrary("jpeg")]),
    c("CKernels", in: "Pictures", settings: optimizedC),
    swift("ImageTypes", in: "Pictures", []),
    swift("Imaging", in: "Pictures", ["ImageTypes", "CVipsShim", "CKernels"]),
]

/// The engine on this machine, the values that it is asked with, and its catalogs: in a file, in Milvus.
let search: [Target] = [
    library("CSQLite", in: "Search", pkgConfig: "sqlite3", debian: "libsqlite3-dev"),
    c("CDescriptorData", in: "Search", exclude: ["descriptor.bin", "SOURCES.md"]),
    c("CDetectorData", in: "Search", exclude: ["detector.bin", "scorer.bin", "SOURCES.md"]),
    c("CThesaurusData", in: "Search", exclude: ["thesaurus.bin", "SOURCES.md"]),
    swift("SearchAPI", in: "Search", ["ImageTypes"]),
    swift("SQLite", in: "Search", ["CSQLite", "ImageTypes", "SearchAPI"]),
    swift("CatalogFile", in: "Search", ["SearchAPI", "WireFormat"]),
    swift(
        "VisualSearch", in: "Search",
        [
            "SearchAPI", "SQLite", "Imaging", "WireFormat", "HTTPClient", "CKernels", "CDescriptorData",
            "CDetectorData",
            "CThesaurusData",
        ]),
    swift("MilvusCatalog", in: "Search", ["ImageTypes", "SearchAPI", "WireFormat", "VisualSearch", "HTTPClient"]),
]

/// More than look-alikes: what goes with an item, typed content, and hierarchies that are walked step by step.
let discovery: [Target] = [
    swift("Recommendations", in: "Discovery", ["VisualSearch", "SQLite", "SearchAPI", "WireFormat"]),
    swift("ContentAPI", in: "Discovery", ["SearchAPI", "WireFormat", "ImageTypes"]),
    swift(
        "ContentSearch", in: "Discovery",
        ["ContentAPI", "SearchAPI", "WireFormat", "CatalogFile", "Imaging", "SQLite", "VisualSearch", "ImageTypes"]),
    swift("StepwiseAPI", in: "Discovery", ["ImageTypes"]),
    swift(
        "StepwiseSearch", in: "Discovery",
        ["ImageTypes", "WireFormat", "SearchAPI", "SQLite", "CatalogFile", "StepwiseAPI"]),
]

/// The protocols of four vendors: their requests, their answers, their wire form.
let vendors: [Target] = [
    vendor("ViSearch", "API", ["SearchAPI", "WireFormat"]),
    vendor("DynamicYield", "API", ["SearchAPI", "WireFormat"]),
    vendor("Bloomreach", "API", ["SearchAPI", "WireFormat"]),
    vendor("Halo", "API", ["ContentAPI", "SearchAPI", "WireFormat", "ImageTypes"]),
]

/// Both ends of HTTP: the transport without any vendor's protocol, the routes of the server, the clients.
let network: [Target] = [
    library("CMicroHTTPD", in: "Network", pkgConfig: "libmicrohttpd", debian: "libmicrohttpd-dev"),
    library("CCurl", in: "Network", pkgConfig: "libcurl", debian: "libcurl4-openssl-dev"),
    c("CMicroHTTPDShim", in: "Network", ["CMicroHTTPD"]),
    c("CCurlShim", in: "Network", ["CCurl"]),
    swift("WireFormat", in: "Network", []),
    swift("HTTPTransport", in: "Network", ["ImageTypes", "WireFormat", "CMicroHTTPDShim"]),
    swift("HTTPClient", in: "Network", ["ImageTypes", "CCurlShim"]),
    swift(
        "SearchServer", in: "Network",
        [
            "VisualSearch", "SQLite", "Recommendations", "CatalogFile", "ViSearchAPI", "DynamicYieldAPI",
            "BloomreachAPI", "HaloAPI", "ContentAPI", "HTTPTransport", "HTTPClient", "StepwiseAPI", "StepwiseSearch",
        ], resources: browserPage),
    swift(
        "SearchClient", in: "Network",
        [
            "Imaging", "ViSearchAPI", "DynamicYieldAPI", "BloomreachAPI", "HaloAPI", "ContentAPI",
            "StepwiseAPI",
        ]),
]

/// The command.
let command: [Target] = [
    program(
        "magpie",
        [
            "MilvusCatalog", "Imaging", "SearchAPI", "SQLite", "CatalogFile", "VisualSearch", "Recommendations",
            "ViSearchAPI", "WireFormat", "HTTPTransport", "SearchServer", "StepwiseSearch", "ContentSearch",
        ], at: "Sources/Command/magpie", resources: pages)
]

let samples: [Target] = [
    program("draw-samples", ["Imaging"], at: "samples/Generator"),
    program("prepare-folder", ["Imaging"], at: "samples/prepare-folder"),
    program("search-by-photo", ["VisualSearch"], at: "samples/search-by-photo"),
    program("embed-engine", ["SearchServer"], at: "samples/embed-engine"),
]

let measurements: [Target] = [
    .executableTarget(name: "floor", path: "Benchmarks/Floor", linkerSettings: [.linkedLibrary("jpeg")]),
    .target(name: "BenchmarkKit", path: "Benchmarks/BenchmarkKit", swiftSettings: strict),
    program(
        "benchmarks",
        [
            "BenchmarkKit", "Imaging", "SearchAPI", "CatalogFile", "VisualSearch", "Recommendations", "CKernels",
            "CVipsShim", "magpie", "MilvusCatalog", "ImageTypes", "StepwiseSearch", "floor",
        ], at: "Benchmarks/Benchmarks"),
]

let testTargets: [Target] = [
    .target(
        name: "TestSupport",
        dependencies: [
            "ImageTypes", "Imaging", "SearchAPI", "StepwiseAPI", "ContentAPI", "WireFormat", "HTTPTransport",
            "VisualSearch",
        ], path: "Tests/TestSupport", swiftSettings: strict),

    tests("CKernelsTests", in: "Pictures", ["CKernels"], exclude: ["CrossParity"]),
    tests("ImagingTests", in: "Pictures", ["Imaging"]),

    tests("SearchAPITests", in: "Search", ["SearchAPI", "WireFormat"]),
    tests("SQLiteTests", in: "Search", ["SearchAPI", "SQLite"]),
    tests("CatalogFileTests", in: "Search", ["CatalogFile"]),
    program("store-writer", ["VisualSearch"], at: "Tests/Search/StoreWriter"),
    tests(
        "VisualSearchTests", in: "Search",
        [
            "VisualSearch", "SQLite", "CatalogFile", "WireFormat", "CKernels", "CDescriptorData", "CDetectorData",
            "store-writer",
        ], exclude: ["Describe/described.json", "Describe/CrossParity", "Detect/detected.json"]),
    tests(
        "MilvusTests", in: "Search",
        ["MilvusCatalog", "VisualSearch", "ImageTypes", "WireFormat", "HTTPTransport"], exclude: ["with-milvus"]),

    program("event-writer", ["Recommendations"], at: "Tests/Discovery/EventWriter"),
    tests(
        "RecommendationsTests", in: "Discovery",
        ["Recommendations", "VisualSearch", "SQLite", "WireFormat", "event-writer"]),
    tests("ContentSearchTests", in: "Discovery", ["ContentSearch", "VisualSearch", "SQLite", "WireFormat"]),
    tests(
        "StepwiseSearchTests", in: "Discovery",
        ["ImageTypes", "SearchAPI", "SQLite", "StepwiseAPI", "StepwiseSearch", "VisualSearch"]),

    tests("ViSearchAPITests", in: "Vendors/ViSearch", at: "APITests", ["ViSearchAPI"]),
    tests("DynamicYieldAPITests", in: "Vendors/DynamicYield", at: "APITests", ["DynamicYieldAPI"]),
    tests("BloomreachAPITests", in: "Vendors/Bloomreach", at: "APITests", ["BloomreachAPI"]),
    tests("HaloAPITests", in: "Vendors/Halo", at: "APITests", ["HaloAPI"]),

    tests("WireFormatTests", in: "Network", ["WireFormat"]),
    tests("HTTPTransportTests", in: "Network", ["HTTPTransport", "ImageTypes"]),
    tests("HTTPClientTests", in: "Network", ["HTTPClient", "HTTPTransport", "ImageTypes"]),
    tests(
        "SearchServerTests", in: "Network",
        [
            "SearchServer", "SQLite", "Recommendations", "HTTPTransport", "HTTPClient", "ViSearchAPI",
            "DynamicYieldAPI",
            "BloomreachAPI", "HaloAPI", "SearchClient", "ContentSearch", "magpie",
        ]),
    tests("SearchClientTests", in: "Network", ["SearchClient"]),

    tests(
        "MagpieTests", in: "Command",
        [
            "magpie", "ImageTypes", "SQLite", "CatalogFile", "ViSearchAPI", "WireFormat", "VisualSearch",
            "Recommendations", "prepare-folder", "search-by-photo", "embed-engine",
        ]),

    .testTarget(name: "BenchmarkKitTests", dependencies: ["BenchmarkKit"], swiftSettings: strict),
]

let package = Package(
    name: "magpie",
    products: [
        .library(name: "Imaging", targets: ["Imaging"]),
        .library(name: "VisualSearch", targets: ["VisualSearch"]),
        .library(name: "Recommendations", targets: ["Recommendations"]),
        .library(name: "StepwiseSearch", targets: ["StepwiseSearch"]),
        .library(name: "ContentSearch", targets: ["ContentSearch"]),
        .library(name: "SearchServer", targets: ["SearchServer"]),
        .library(name: "SearchClient", targets: ["SearchClient"]),
        .executable(name: "magpie", targets: ["magpie"]),
    ],
    targets: pictures + search + discovery + vendors + network + command + samples + measurements + testTargets
)
