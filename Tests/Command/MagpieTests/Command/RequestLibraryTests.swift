import Foundation
import Testing

@testable import magpie

/// Against the built command, as the dynamic linker of glibc sees it.
@Suite("libcurl and libmicrohttpd are opened by what needs them, and by nothing else")
struct RequestLibraryTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    @Test("the command is not linked with them")
    func unlinked() throws {
        let listed = try place.magpie("version", environment: ["LD_TRACE_LOADED_OBJECTS": "1"]).text
        #expect(listed.contains("libjpeg") && !listed.contains("libcurl") && !listed.contains("libmicrohttpd"))
    }

    @Test(
        "where one is broken, what needs it says so, and how to mend it",
        arguments: [
            (
                "libcurl", "libcurl.so.4", "libcurl4",
                ["search", "--text", "bag", "--store", "milvus://127.0.0.1:1/items"]
            ),
            (
                "libmicrohttpd", "libmicrohttpd.so.12", "libmicrohttpd12",
                ["serve", "--store", "s.magpie", "--port", "0"]
            ),
        ])
    func broken(_ name: String, _ file: String, _ package: String, _ words: [String]) throws {
        try place.write(try picture(), to: "a.jpg")
        try place.magpie("index", "a.jpg", "--store", "s.magpie")
        try place.write(Array("no library".utf8), to: "broken/\(file)")
        let search = ["broken", ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]].compactMap { $0 }
        let ended = try Running(
            magpieBinary, words, in: place.path, environment: ["LD_LIBRARY_PATH": search.joined(separator: ":")]
        ).wait()
        #expect(ended.code != 0)
        #expect(ended.errors.contains("\(name) cannot be opened: ") && ended.errors.contains(file))
        #expect(ended.errors.contains("install \(name): the package \(package)"))
    }
}
