import Foundation
import Testing

@testable import magpie

/// Against the built command, as the dynamic linker of glibc sees it.
@Suite("libcurl is opened by what sends requests, and by nothing else")
struct RequestLibraryTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    @Test("the command is not linked with it")
    func unlinked() throws {
        let listed = try place.magpie("version", environment: ["LD_TRACE_LOADED_OBJECTS": "1"]).text
        #expect(listed.contains("libjpeg") && !listed.contains("libcurl"))
    }

    @Test("where it is broken, what needs it says so, and how to mend it")
    func broken() throws {
        try place.write(Array("no library".utf8), to: "broken/libcurl.so.4")
        let search = ["broken", ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]].compactMap { $0 }
        let ended = try place.magpie(
            "search", "--text", "bag", "--store", "milvus://127.0.0.1:1/items",
            environment: ["LD_LIBRARY_PATH": search.joined(separator: ":")])
        #expect(ended.code != 0)
        #expect(ended.errors.contains("libcurl cannot be opened: ") && ended.errors.contains("libcurl.so.4"))
        #expect(ended.errors.contains("install libcurl: the package libcurl4"))
    }
}
