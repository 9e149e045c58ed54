import Foundation
import TestSupport
import Testing
import VisualSearch

@testable import magpie

/// Against the built command, as the dynamic linker of glibc sees it.
@Suite("libvips is opened by what needs it, and by nothing else")
struct ImageLibraryTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    @Test("the command is not linked with it")
    func unlinked() throws {
        let listed = try place.magpie("version", environment: ["LD_TRACE_LOADED_OBJECTS": "1"]).text
        #expect(listed.contains("libjpeg") && !listed.contains("libvips"))
    }

    @Test("where it is broken, JPEG, PNG and WebP are prepared all the same, and the others say why they are not")
    func broken() throws {
        try place.write(Array("no library".utf8), to: "broken/libvips.so.42")
        try place.write(try picture(), to: "a.jpg")
        try place.write(try picture(as: .png), to: "b.png")
        try place.write(try picture(as: .webp()), to: "c.webp")
        try place.write(try picture(as: .avif()), to: "d.avif")
        let search = ["broken", ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]].compactMap { $0 }
        let ended = try place.magpie(
            "prep", "a.jpg", "b.png", "c.webp", "d.avif", "-o", "out", "--json",
            environment: ["LD_LIBRARY_PATH": search.joined(separator: ":")])
        #expect(ended.code == 2)
        let lines = try ended.byPath()
        for name in ["a.jpg", "b.png", "c.webp"] { #expect(lines[name]?.isOK == true, "\(name)") }
        #expect(lines["d.avif"]?.errorCode == "missingLibrary")
        let message = (lines["d.avif"]?["error"] as? [String: Any])?["message"] as? String ?? ""
        #expect(message.contains("libvips cannot be opened: ") && message.contains("libvips.so.42"))
        #expect(message.contains("install libvips: the package libvips42 or libvips-dev"))
    }

    @Test("a sound PNG is not called damaged where the libraries that unpack it are broken")
    func brokenUnpackers() throws {
        for name in ["libz.so.1", "libdeflate.so.0"] { try place.write(Array("no library".utf8), to: "broken/" + name) }
        // A palette has a checksum of its own, which is looked at when the file is opened.
        for name in ["rgb", "palette"] {
            let fixture = SharedData.package.appending(path: "Tests/Fixtures/\(name).png")
            try place.write(Array(try Data(contentsOf: fixture)), to: name + ".png")
        }
        let search = ["broken", ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]].compactMap { $0 }
        let ended = try place.magpie(
            "prep", "rgb.png", "palette.png", "-o", "out", "--json",
            environment: ["LD_LIBRARY_PATH": search.joined(separator: ":")])
        #expect(ended.code == 2)
        let lines = try ended.byPath()
        for name in ["rgb.png", "palette.png"] { #expect(lines[name]?.errorCode == "missingLibrary", "\(name)") }
    }
}
