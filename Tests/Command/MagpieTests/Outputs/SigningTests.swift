import Foundation
import PictureTestSupport
import TestSupport
import Testing

@testable import Imaging
@testable import magpie

@Suite("magpie prep --sign-command", .timeLimit(.minutes(10)))
struct SigningTests {
    private let place: Workplace

    init() throws {
        place = try Workplace()
        try place.write(try picture(90, 60, seed: 1), to: "in/a b.jpg")
    }

    /// A program of the shell.
    private func program(_ lines: String) throws {
        try place.write(Array("#!/bin/sh\n\(lines)\n".utf8), to: "sign.sh")
        _ = try run("/bin/chmod", ["+x", (place / "sign.sh").text])
    }

    private func prep(_ more: String...) throws -> Ended {
        try place.magpie(["prep", "in", "-o", "out", "--json", "--sign-command", "./sign.sh"] + more)
    }

    /// Makes the file that a signing program would leave of the only input in this size.
    private func signed(_ more: String...) throws {
        let plain = try place.magpie(["prep", "in/a b.jpg", "-o", "-"] + more).output
        let store = MadeCredentials.store(MadeCredentials.actions("trainedAlgorithmicMedia"))
        try place.write(plain.adding(jumbf: store), to: "signed.jpg")
    }

    @Test("it gets the input, the output and the actions, and its file is the output")
    func words() throws {
        try signed("--size", "30")
        try program("printf '%s\\n' \"$#\" \"$1\" > words; cat > facts; cp \"$2\" unsigned.jpg; cp signed.jpg \"$2\"")
        let ended = try prep("--size", "30")
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(try place.files(in: "out")[Path("a b.jpg")] == contents(of: place / "signed.jpg"))
        #expect(try String(decoding: contents(of: place / "words"), as: UTF8.self) == "2\nin/a b.jpg\n")
        #expect(try inspect(contents(of: place / "unsigned.jpg")).storedSize == Size(width: 30, height: 20))
        let facts = try #require(
            JSONSerialization.jsonObject(with: Data(contents(of: place / "facts"))) as? [String: Any])
        #expect(facts["target"] as? String == "out/a b.jpg" && facts["mediaType"] as? String == "image/jpeg")
        #expect((facts["actions"] as? [[String: String]])?.map { $0["action"] } == ["c2pa.resized"])
        #expect(try prep("--size", "30", "--update").text.contains("\"skipped\":true"))
    }

    @Test(
        "an output that it fails on, or leaves as it was, is an error and is not written",
        arguments: [
            ("cat > /dev/null; exit 3", "ended with 3"), ("kill -9 $$", "signal 9"),
            ("exit 0", "without Content Credentials"), ("cat > /dev/null; echo x > \"$2\"", "another picture"),
            ("rm \"$2\"", "left nothing"), ("exec sleep 60", "took longer than"),
        ])
    func failures(lines: String, reason: String) throws {
        try program(lines)
        let ended = try prep("--timeout", reason.hasPrefix("took") ? "2" : "60")
        #expect(ended.code != 0 && ended.text.contains(reason), "\(ended.text)")
        #expect(place.files(in: "out").isEmpty)
        #expect(
            try !place.magpie("prep", "in/a b.jpg", "-o", "-", "--sign-command", "./sign.sh", "--timeout", "2")
                .output.starts(with: [0xFF, 0xD8]))
    }

    @Test("a program that is not there is told before any picture is read")
    func missing() throws {
        let ended = try place.magpie("prep", "in", "-o", "out", "--sign-command", "no-such-program")
        #expect(ended.code == 2 && ended.errors.contains("no-such-program"))
    }

    private static let python = PythonPackages.python("c2pa")
    private static let signer = SharedData.package.appending(path: "Tests/ForeignClients/sign.py").path

    @Test(
        "with c2pa-python and a test certificate the manifest is valid, and names the input and the actions",
        .enabled(if: python != nil, "skipped: MAGPIE_TESTS_INSTALL=1 installs c2pa-python"))
    func real() throws {
        let python = try #require(Self.python)
        func run(_ words: [String]) throws -> Ended {
            try Running(python, [Self.signer] + words, in: place.path).wait()
        }
        #expect(try run(["--certificate", place.path.text]).code == 0)
        try program("MAGPIE_TEST_CERTIFICATE='\(place.path.text)' exec '\(python)' '\(Self.signer)' \"$@\"")
        let ended = try prep("--format", "jpeg,png,webp", "--fill", "40x40", "--keep", "rights")
        #expect(ended.code == 0, "\(ended.errors) \(ended.text)")
        let names = place.names(in: "out")
        #expect(names.count == 3)
        let lines = try run(["--check"] + names.map { "out/\($0)" }).json()
        #expect(lines.count == 3)
        for line in lines {
            let actions = ["c2pa.opened", "c2pa.cropped", "c2pa.resized"]
            let isJPEG =
                (line["file"] as? String)?.hasSuffix(".jpg.jpg") == true || line["file"] as? String == "out/a b.jpg"
            #expect(line["state"] as? String == "Valid", "\(line)")
            #expect(line["actions"] as? [String] == (isJPEG ? actions : actions + ["c2pa.converted"]), "\(line)")
            #expect((line["ingredients"] as? [[String]])?.first == ["a b.jpg", "parentOf"], "\(line)")
        }
    }
}
