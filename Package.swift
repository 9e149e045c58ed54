// swift-tools-version: 6.3
import Foundation
import PackageDescription

/// A module at once, not file by file: a build from nothing takes a fifth less, and each later one compiles whole modules. The
/// module file comes with the code: made before it, as is usual, all declarations are checked twice, and nobody waits for it.
let whole: [SwiftSetting] =
    Context.environment["MAGPIE_WHOLE_MODULES"] == nil
    ? []
    : [
        .unsafeFlags(
            ["-wmo", "-num-threads", "2", "-no-emit-module-separately-wmo"], .when(configuration: .debug))
    ]

/// The same strictness for every Swift target: Swift 6 mode, all warnings are errors, unsafe code is marked.
let strict: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .treatAllWarnings(as: .error),
        .strictMemorySafety(),
    ] + whole

/// Pixel loops keep release speed in debug builds, so that tests on real photos stay quick.
let optimizedC: [CSetting] = [.unsafeFlags(["-O3"], .when(configuration: .debug))]

/// The same for the Swift of the targets in which a debug build spends its time: half of what the tests take. For size, which
/// compiles a sixth faster, and leaves tests as fast.
let optimized: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .debug))]
let optimizedTargets: Set = [
    "Essentials", "ImageTypes", "Imaging", "WireFormat", "SQLite", "CatalogFile", "Tokenizers", "VisualSearch",
    "Dictionaries", "PictureText",
]

/// What the server says about its own routes in OpenAPI.
let descriptions: [Resource] = [
    "Description/server.json", "Engine/engine.json", "Events/events.json", "Page/page.json", "Page/picture.json",
    "Steps/steps.json",
].map { .embedInCode($0) }

/// The privacy manifest of the clients, for Apple's stores. This file is run where the package is built: elsewhere the
/// client has no bundle of resources.
#if os(Linux)
    let privacy: [Resource] = []
#else
    let privacy: [Resource] = [.copy("PrivacyInfo.xcprivacy")]
#endif

/// Where Homebrew has the headers. Debian has them where compilers look, and the flags would link the library.
#if os(Linux)
    let flagsOfMicroHTTPD: String? = nil
#else
    let flagsOfMicroHTTPD: String? = "libmicrohttpd"
#endif

/// A Swift target in a room of `Sources`. All may use `Essentials`.
func swift(
    _ name: String, in room: String, _ dependencies: [Target.Dependency], exclude: [String] = [],
    resources: [Resource] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies + (name == "Essentials" ? [] : ["Essentials"]),
        path: "Sources/\(room)/\(name)", exclude: exclude, resources: resources,
        swiftSettings: strict + (optimizedTargets.contains(name) ? optimized : []))
}

/// The headers of a system library, in the room that uses it. `homebrew` is its package on macOS.
func library(_ name: String, in room: String, pkgConfig: String?, debian: String, homebrew: String) -> Target {
    .systemLibrary(
        name: name, path: "Sources/\(room)/\(name)", pkgConfig: pkgConfig,
        providers: [.apt([debian]), .brew([homebrew])])
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

/// What several targets of tests share.
func support(_ name: String, in room: String? = nil, _ dependencies: [Target.Dependency]) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Tests/\(room.map { $0 + "/" } ?? "")\(name)",
        swiftSettings: strict)
}

/// A part of a folder in `Sources/Vendors`.
func part(
    _ name: String, of folder: String, _ dependencies: [Target.Dependency], resources: [Resource] = []
) -> Target {
    .target(
        name: folder + name, dependencies: dependencies, path: "Sources/Vendors/\(folder)/\(name)",
        resources: resources, swiftSettings: strict)
}

/// The targets of a family: the `API` and the `Client` that the protocols of a company share.
func targets(ofFamily family: String) -> [Target] {
    [
        part("API", of: family, ["SearchAPI", "WireFormat"]),
        part("Client", of: family, [.target(name: family + "API"), "SearchClient"]),
    ]
}

/// The targets of a vendor: `API`, requests and answers; `Routes`, the routes of a server; `Client`; and their tests.
func targets(of vendor: String) -> [Target] {
    func shared(_ name: String) -> [Target.Dependency] {
        families.filter { $0.vendors.contains(vendor) }.map { .target(name: $0.name + name) }
    }
    func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
        .testTarget(
            name: "\(vendor)\(name)Tests", dependencies: dependencies + ["TestSupport"],
            path: "Tests/Vendors/\(vendor)/\(name)Tests", swiftSettings: strict)
    }
    let api = Target.Dependency.target(name: vendor + "API")
    let routes = Target.Dependency.target(name: vendor + "Routes")
    let client = Target.Dependency.target(name: vendor + "Client")
    return [
        part("API", of: vendor, ["SearchAPI", "ContentAPI", "ImageTypes", "WireFormat", "Essentials"] + shared("API")),
        part(
            "Routes", of: vendor, [api, "SearchServer", "SQLite", "Recommendations", "ContentAPI", "Essentials"],
            resources: [.embedInCode("description.json")]),
        part("Client", of: vendor, [api, "SearchClient", "ContentAPI"] + shared("Client")),
        tests("API", [api, "EngineTestSupport", "TransportTestSupport"]),
        tests("Client", [client, "SearchClientImaging", "ClientTestSupport", "PictureTestSupport"]),
        tests(
            "Routes",
            [
                api, routes, client, "SearchClientImaging", "SQLite", "Recommendations", "ContentSearch",
                "HTTPTransport", "ServedShop", "PictureTestSupport", "EngineTestSupport",
                "TransportTestSupport",
            ]),
    ]
}

/// A part of each vendor, as dependencies.
func parts(_ name: String) -> [Target.Dependency] { vendors.map { .target(name: $0 + name) } }

/// A program: of the samples, of the benchmarks, or one that tests start.
func program(
    _ name: String, _ dependencies: [Target.Dependency], at path: String, resources: [Resource] = []
) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: path, resources: resources, swiftSettings: strict)
}

// The rooms, lowest first: a target imports only what stands above it, in its room or in an earlier one. Two stand in
// the room of the network and are used before it: `WireFormat` (JSON and URL parameters) by all, and `HTTPClient` by the
// engine and `MilvusCatalog`.

/// Bytes in; upright, cropped, resized and encoded images and their colors out. Below them the part of Foundation that
/// all rooms use.
let pictures: [Target] = [
    // The headers of libvips and the flags of GLib. libvips itself is opened when needed, never linked; its own
    // pkg-config file would link it.
    library("CVips", in: "Pictures", pkgConfig: "gobject-2.0", debian: "libvips-dev", homebrew: "vips"),
    c(
        "CVipsShim", in: "Pictures", ["CVips"], exclude: ["Inks"], settings: optimizedC,
        linking: [.linkedLibrary("jpeg")]),
    // No header of LibRaw: the library is opened when a RAW file is to be developed, never linked.
    c("CRawShim", in: "Pictures"),
    // No header of zlib and libdeflate: they are opened when something packed is read or written, never linked.
    c("CDeflateShim", in: "Pictures"),
    c("CPNG", in: "Pictures", ["CDeflateShim"], settings: optimizedC),
    // The same for dav1d and libde265.
    c("CHEIFShim", in: "Pictures"),
    c("CKernels", in: "Pictures", settings: optimizedC),
    c("CChildProcess", in: "Pictures"),
    swift("Essentials", in: "Pictures", []),
    swift("ImageTypes", in: "Pictures", []),
    swift(
        "Imaging", in: "Pictures",
        ["ImageTypes", "CVipsShim", "CRawShim", "CPNG", "CHEIFShim", "CKernels", "CChildProcess"]),
]

/// The engine on this machine, the values that it is asked with, and its catalogs: in a file, in Milvus.
let search: [Target] = [
    library("CSQLite", in: "Search", pkgConfig: "sqlite3", debian: "libsqlite3-dev", homebrew: "sqlite"),
    // Weights and tables, which a release of a program has as far as it uses them.
    c(
        "CSearchData", in: "Search",
        exclude: ["Classes", "Descriptor", "Detector", "Thesaurus", "Unicode", "WordVectors"]),
    swift("SearchAPI", in: "Search", ["ImageTypes"]),
    swift("Tokenizers", in: "Search", ["CSearchData"]),
    swift("SQLite", in: "Search", ["CSQLite", "CSearchData", "ImageTypes", "SearchAPI"]),
    swift("CatalogFile", in: "Search", ["SearchAPI", "WireFormat", "CDeflateShim"]),
    swift(
        "VisualSearch", in: "Search",
        [
            "SearchAPI", "SQLite", "Imaging", "WireFormat", "HTTPClient", "CKernels", "CSearchData",
        ]),
    swift("Dictionaries", in: "Search", ["CatalogFile", "SearchAPI", "ImageTypes", "VisualSearch"]),
    swift(
        "MilvusCatalog", in: "Search",
        ["ImageTypes", "SearchAPI", "SQLite", "WireFormat", "VisualSearch", "HTTPClient"]),
    // No header of ONNX Runtime: the library is opened when a model needs it, never linked.
    c("COnnxRuntimeShim", in: "Search"),
    swift(
        "Models", in: "Search",
        [
            "VisualSearch", "Imaging", "ImageTypes", "WireFormat", "Tokenizers", "CKernels", "COnnxRuntimeShim",
            "CChildProcess",
        ]),
    // The text in pictures, read with models of yours.
    swift("PictureText", in: "Search", ["Models", "Imaging", "ImageTypes", "WireFormat"]),
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

/// Both ends of HTTP: the transport without any vendor's protocol, the routes of the server, the clients.
let network: [Target] = [
    // Only where the headers are: libmicrohttpd itself is opened when needed, never linked.
    library(
        "CMicroHTTPD", in: "Network", pkgConfig: flagsOfMicroHTTPD, debian: "libmicrohttpd-dev",
        homebrew: "libmicrohttpd"),
    c("CMicroHTTPDShim", in: "Network", ["CMicroHTTPD"]),
    // With the headers of libcurl (Debian: libcurl4-openssl-dev); libcurl itself is opened when needed, never linked.
    c("CCurlShim", in: "Network"),
    // The files of all pages, of the server and of the command: a folder for each, and a list in `files.c`.
    c("CPageFiles", in: "Network", exclude: ["Reports", "Server"]),
    swift("WireFormat", in: "Network", []),
    swift("HTTPTransport", in: "Network", ["ImageTypes", "WireFormat", "CMicroHTTPDShim"]),
    swift("HTTPClient", in: "Network", ["ImageTypes", "CCurlShim"]),
    swift(
        "SearchServer", in: "Network",
        [
            "SearchAPI", "VisualSearch", "SQLite", "Recommendations", "CatalogFile", "ContentAPI", "HTTPTransport",
            "HTTPClient", "StepwiseAPI", "StepwiseSearch", "CPageFiles",
        ], resources: descriptions),
    // What an app imports, with the clients of the vendors: no C and no library but Foundation.
    .target(
        name: "SearchClient", dependencies: ["SearchAPI", "StepwiseAPI", "WireFormat"],
        path: "Sources/Network/SearchClient", exclude: privacy.isEmpty ? ["PrivacyInfo.xcprivacy"] : [],
        resources: privacy, swiftSettings: strict),
    // For servers and commands: what prepares pictures with libvips.
    swift("SearchClientImaging", in: "Network", ["SearchClient", "Imaging"]),
]

/// The protocols of vendors: a folder in `Sources/Vendors`, one in `Tests/Vendors`, and a line here for each.
let vendors = [
    "ViSearch",
    "ProductSearch",
    "DynamicYield",
    "Bloomreach",
    "Halo",
]

/// The parts that protocols of one company share: a folder in `Sources/Vendors`, which goes with the last of them.
let families: [(name: String, vendors: [String])] = [
    ("ViSenze", ["ViSearch", "ProductSearch"])
]

/// The command, and what it shares with the benchmarks.
let command: [Target] = [
    c("CBuildCommit", in: "Command"),
    swift(
        "Evaluation", in: "Command",
        ["ImageTypes", "Imaging", "SearchAPI", "CatalogFile", "VisualSearch", "WireFormat"]),
    program(
        "magpie",
        [
            "MilvusCatalog", "Models", "PictureText", "Imaging", "SearchAPI", "SQLite", "CatalogFile", "Dictionaries",
            "VisualSearch", "Recommendations", "WireFormat", "HTTPTransport", "SearchServer", "StepwiseSearch",
            "ContentSearch", "Evaluation", "CPageFiles", "CBuildCommit", "CChildProcess", "Essentials",
        ] + parts("Routes"), at: "Sources/Command/magpie",
        // Too large to be in the command of everybody.
        resources: [.copy("fine.describer")]),
]

let samples: [Target] = [
    program("prepare-folder", ["Imaging"], at: "samples/prepare-folder"),
    program("search-by-photo", ["VisualSearch"], at: "samples/search-by-photo"),
    program("embed-engine", ["SearchServer", "ViSearchRoutes"], at: "samples/embed-engine"),
]

let measurements: [Target] = [
    .executableTarget(name: "floor", path: "Benchmarks/Rivals/Floor", linkerSettings: [.linkedLibrary("jpeg")]),
    .target(name: "BenchmarkKit", path: "Benchmarks/Harness/BenchmarkKit", swiftSettings: strict),
    .executableTarget(
        name: "benchmarks",
        dependencies: [
            "BenchmarkKit", "Imaging", "SearchAPI", "CatalogFile", "VisualSearch", "Recommendations", "CKernels",
            "CVipsShim", "magpie", "MilvusCatalog", "ImageTypes", "StepwiseSearch", "floor", "Evaluation", "WireFormat",
        ], path: "Benchmarks",
        exclude: [
            "README.md", "Learning", "Results", "Harness/BenchmarkKit", "Micro/KeyTiming", "EndToEnd/Batches",
            "EndToEnd/Content", "EndToEnd/Duplicates", "EndToEnd/Examples", "EndToEnd/Homes", "EndToEnd/Load",
            "EndToEnd/Merge", "EndToEnd/Models", "EndToEnd/Opening", "EndToEnd/Pictures", "EndToEnd/PictureText",
            "EndToEnd/Text",
            "Rivals/Floor", "Rivals/Tasks", "Rivals/crops.py", "Rivals/pillow_thumbnail.py", "Rivals/vector_indexes.py",
        ],
        sources: ["Harness/Program", "Micro", "EndToEnd", "Rivals"], swiftSettings: strict),
]

let testTargets: [Target] = [
    // What tests share: of Foundation alone; pictures; the contracts of engines, content and servers.
    .target(name: "TestWidth", path: "Tests/TestWidth"),
    support("TestSupport", ["TestWidth", "ImageTypes"]),
    support("PictureTestSupport", ["Imaging", "TestSupport"]),
    support(
        "EngineTestSupport",
        [
            "ImageTypes", "Imaging", "SearchAPI", "StepwiseAPI", "ContentAPI", "WireFormat", "VisualSearch",
            "TestSupport",
            "PictureTestSupport",
        ]),

    // Hands made-up bytes to the readers of bytes from outside: see .ci/fuzz.
    .target(name: "CFuzzDriver", path: "Tests/Fuzz/CFuzzDriver"),
    program(
        "fuzz-parsers",
        [
            "CFuzzDriver", "Essentials", "ImageTypes", "Imaging", "SearchAPI", "CatalogFile", "Tokenizers", "Models",
            "VisualSearch", "ContentAPI", "WireFormat", "HTTPTransport",
        ] + parts("API"), at: "Tests/Fuzz/Program"),
    tests("ParserFuzzTests", in: "Fuzz", ["fuzz-parsers"]),

    tests("EssentialsTests", in: "Pictures", ["Essentials", "ImageTypes"]),
    tests("CKernelsTests", in: "Pictures", ["CKernels"], exclude: ["CrossParity"]),
    tests("ImagingTests", in: "Pictures", ["PictureTestSupport", "Imaging"]),

    tests("TokenizersTests", in: "Search", ["Tokenizers"]),
    tests("SearchAPITests", in: "Search", ["PictureTestSupport", "SearchAPI", "WireFormat"]),
    tests("SQLiteTests", in: "Search", ["SearchAPI", "SQLite"]),
    tests("CatalogFileTests", in: "Search", ["CatalogFile"]),
    tests(
        "DictionariesTests", in: "Search",
        ["Dictionaries", "CatalogFile", "SearchAPI", "VisualSearch", "PictureTestSupport", "EngineTestSupport"]),
    program("store-writer", ["VisualSearch"], at: "Tests/Search/StoreWriter"),
    tests(
        "VisualSearchTests", in: "Search",
        [
            "PictureTestSupport", "EngineTestSupport",
            "VisualSearch", "Essentials", "SQLite", "CatalogFile", "WireFormat", "CKernels", "CSearchData",
            "store-writer",
        ],
        exclude: [
            "Describe/described.json", "Describe/described-former.json", "Describe/described-fine.json",
            "Describe/CrossParity", "Detect/detected.json",
        ]),
    program("model-worker-program", ["Models", "Essentials"], at: "Tests/Search/ModelWorkerProgram"),
    tests(
        "ModelsTests", in: "Search",
        [
            "PictureTestSupport", "Models", "VisualSearch", "Tokenizers", "ImageTypes", "Imaging", "CKernels",
            "model-worker-program",
        ]),
    program("text-reader-program", ["PictureText", "Essentials"], at: "Tests/Search/TextReaderProgram"),
    tests(
        "PictureTextTests", in: "Search",
        ["PictureTestSupport", "PictureText", "Models", "Imaging", "ImageTypes", "text-reader-program"]),
    tests(
        "MilvusTests", in: "Search",
        [
            "PictureTestSupport", "EngineTestSupport", "TransportTestSupport", "MilvusCatalog", "VisualSearch",
            "ImageTypes", "WireFormat",
            "HTTPTransport", "Histories",
        ],
        exclude: ["with-milvus"]),

    program("event-writer", ["Recommendations"], at: "Tests/Discovery/EventWriter"),
    tests(
        "RecommendationsTests", in: "Discovery",
        [
            "PictureTestSupport", "EngineTestSupport", "Recommendations", "VisualSearch",
            "SQLite", "WireFormat",
            "event-writer",
        ]),
    tests(
        "ContentSearchTests", in: "Discovery",
        ["PictureTestSupport", "EngineTestSupport", "ContentSearch", "VisualSearch", "SQLite", "WireFormat"]),
    tests(
        "StepwiseSearchTests", in: "Discovery",
        [
            "PictureTestSupport", "EngineTestSupport", "ImageTypes", "SearchAPI", "SQLite", "StepwiseAPI",
            "StepwiseSearch",
            "VisualSearch",
        ]),

    tests("WireFormatTests", in: "Network", ["WireFormat"]),
    tests("HTTPTransportTests", in: "Network", ["TransportTestSupport", "HTTPTransport", "ImageTypes"]),
    tests("HTTPClientTests", in: "Network", ["TransportTestSupport", "HTTPClient", "HTTPTransport", "ImageTypes"]),
    tests(
        "SearchServerTests", in: "Network",
        [
            "PictureTestSupport", "EngineTestSupport", "TransportTestSupport",
            "SearchServer", "Essentials", "SQLite", "Recommendations", "HTTPTransport", "HTTPClient", "ServedShop",
            "SearchClientImaging",
            "ContentSearch", "magpie",
        ] + parts("API") + parts("Routes") + parts("Client")),
    // A server without routes for one test, and recorded requests.
    support("TransportTestSupport", in: "Network", ["HTTPTransport", "WireFormat", "TestSupport"]),
    // What threads, processes and clients of a server see of one catalog: see .ci/check-histories.
    support("Histories", in: "Network", ["ImageTypes", "SearchAPI", "VisualSearch"]),
    program("history-process", ["Histories", "VisualSearch"], at: "Tests/Network/HistoryProcess"),
    tests(
        "HistoryTests", in: "Network",
        ["TransportTestSupport", "Histories", "VisualSearch", "SearchServer", "SearchClientImaging", "history-process"]),
    support(
        "ServedShop", in: "Network",
        ["SearchServer", "TestSupport", "TransportTestSupport", "WireFormat", "SearchAPI", "VisualSearch"]
            + parts("Routes")),
    support("ClientTestSupport", in: "Network", ["SearchClient", "SearchClientImaging", "TestSupport"]),
    tests(
        "SearchClientTests", in: "Network",
        ["PictureTestSupport", "SearchClient", "SearchClientImaging", "WireFormat", "ClientTestSupport"]),

    tests(
        "MagpieTests", in: "Command",
        [
            "PictureTestSupport", "EngineTestSupport", "TransportTestSupport",
            "magpie", "ImageTypes", "SQLite", "CatalogFile", "ViSearchAPI", "WireFormat", "VisualSearch",
            "Recommendations", "HTTPTransport",
            "prepare-folder", "search-by-photo", "embed-engine", "Evaluation", "benchmarks",
        ]),

    // A test program alone has the disk: it would stand under all tests of a program that links it.
    .target(name: "CFaultyDisk", path: "Tests/Search/CFaultyDisk"),
    program(
        "fault-simulator",
        [
            "CFaultyDisk", "CSQLite", "SQLite", "ImageTypes", "SearchAPI", "VisualSearch", "Recommendations",
            "StepwiseSearch", "SearchServer", "ViSearchRoutes", "Essentials",
        ],
        at: "Tests/Command/FaultSimulator"),
    tests("FaultSimulatorTests", in: "Command", []),

    .testTarget(name: "BenchmarkKitTests", dependencies: ["BenchmarkKit"], swiftSettings: strict),
]

/// All targets of the package, lowest room first.
let everything =
    pictures + search + discovery + network + families.flatMap { targets(ofFamily: $0.name) }
    + vendors.flatMap(targets(of:)) + command + samples + measurements + testTargets

extension Target {
    /// True for a target of the room, or for the target of that name and its tests.
    func belongs(to room: String) -> Bool {
        let folders = path?.split(separator: "/") ?? []
        let isOfRoom = folders.count > 2 && ["Sources", "Tests"].contains(folders[0]) && folders[1] == room
        // The tests of `magpie` are `MagpieTests`.
        return isOfRoom || name == room || name.lowercased() == room.lowercased() + "tests"
    }

    /// The names of the targets that it imports or starts.
    var imported: [String] {
        dependencies.compactMap { dependency in
            switch dependency {
            case .targetItem(let name, _), .byNameItem(let name, _): name
            default: nil
            }
        }
    }
}

extension [Target] {
    /// The targets of a room, or one target, with their tests and all that these stand on.
    func ofRoom(_ room: String) -> [Target] {
        var wanted = Set(filter { $0.belongs(to: room) }.map(\.name))
        guard !wanted.isEmpty else {
            let rooms = ["Pictures", "Search", "Discovery", "Network", "Vendors", "Command"]
            let sentence = "MAGPIE_ROOM is \(rooms.joined(separator: ", ")) or the name of a target, not '\(room)'\n"
            FileHandle.standardError.write(Data(sentence.utf8))
            exit(1)
        }
        while true {
            let all = wanted.union(filter { wanted.contains($0.name) }.flatMap(\.imported))
            guard all != wanted else { return filter { wanted.contains($0.name) } }
            wanted = all
        }
    }
}

/// `MAGPIE_ROOM=Pictures swift test` builds and tests that room, or the target of that name, and what it stands on.
let room = Context.environment["MAGPIE_ROOM"].flatMap { $0.isEmpty ? nil : $0 }

let package = Package(
    name: "magpie",
    platforms: [.macOS(.v15), .iOS(.v18)],
    // A room has no products: its targets are for its tests.
    products: room != nil
        ? []
        : [
            .library(name: "Imaging", targets: ["Imaging"]),
            .library(name: "VisualSearch", targets: ["VisualSearch"]),
            .library(name: "Models", targets: ["Models"]),
            .library(name: "Recommendations", targets: ["Recommendations"]),
            .library(name: "StepwiseSearch", targets: ["StepwiseSearch"]),
            .library(name: "ContentSearch", targets: ["ContentSearch"]),
            .library(name: "SearchServer", targets: ["SearchServer"] + vendors.map { $0 + "Routes" }),
            .library(
                name: "SearchClient",
                targets: ["SearchClient"] + vendors.map { $0 + "Client" }),
            .library(name: "SearchClientImaging", targets: ["SearchClientImaging"]),
            .executable(name: "magpie", targets: ["magpie"]),
        ],
    targets: room.map(everything.ofRoom) ?? everything
)
