import Foundation
import Imaging
import TestSupport
import Testing

@testable import magpie

@Suite("magpie index --fetch", .timeLimit(.minutes(5)))
struct FetchTests {
    private let place: Workplace
    private let host: PictureHost

    init() throws {
        place = try Workplace()
        host = try PictureHost()
    }

    private static let head = "Handle,Title,Image Src,Variant Image,Status\n"

    /// Sets the pictures of a number of products, with names that end alike, and returns their rows.
    private func products(_ count: Int) throws -> String {
        try (0..<count).map { number in
            host.set("/\(number)/main.jpg", try picture(seed: number))
            return "p\(number),Product \(number),http://\(host.name)/\(number)/main.jpg,,active\n"
        }.joined()
    }

    private func index(_ rows: String, _ words: String...) throws -> Ended {
        try place.write(Array((Self.head + rows).utf8), to: "rows.csv")
        return try Running(
            magpieBinary,
            ["index", "--catalog", "rows.csv", "--fetch", "kept", "--no-learning", "--allow-host", host.name] + words,
            in: place.path
        ).wait()
    }

    /// The files of each item in their order, as they are named in the folder.
    private func files() throws -> [String: [String]] {
        let lines = try place.magpie("store", "export").json()
        return Dictionary(
            uniqueKeysWithValues: lines.map { line in
                let all = [line] + (line["pictures"] as? [[String: Any]] ?? [])
                return (line["id"] as? String ?? "", all.compactMap { $0["source"] as? String })
            })
    }

    private func kept() -> [String] { place.names(in: "kept").filter { $0.hasSuffix(".jpg") } }
    private func file(_ target: String) -> String {
        "kept/" + FetchedFile.path(of: "http://\(host.name)\(target)").text
    }

    @Test func `Pictures that end alike are told apart, small ones are kept, and a second run gets none`() throws {
        var rows = try products(3)
        let large = Recipe(Output(.exact(Size(width: 1500, height: 1000)), encoding: .png, enlarges: true))
        host.set("/large.png", try prepare(.bytes(try picture()), as: large).outputs[0].bytes, tag: nil)
        rows += "p0,,http://\(host.name)/large.png,http://\(host.name)/1/main.jpg,\n"
        let ended = try index(rows)
        #expect(ended.code == 0 && ended.errors.contains("4 pictures fetched, 0 unchanged\n"), "\(ended)")
        #expect(ended.text.contains("3 added") && ended.text.contains("4 of 4 rows used"), "\(ended.text)")
        let expected = [
            "p0": ["/0/main.jpg", "/large.png", "/1/main.jpg"].map(file), "p1": [file("/1/main.jpg")],
            "p2": [file("/2/main.jpg")],
        ]
        #expect(try files() == expected)
        for (_, bytes) in place.files(in: "kept") where bytes.starts(with: [0xFF, 0xD8]) {
            // Its own size where it is smaller.
            #expect(try inspect(bytes).storedSize.width <= PictureFetch.side)
        }
        host.forget()
        let again = try index(rows)
        #expect(again.errors.contains("0 pictures fetched, 4 unchanged\n") && again.text.contains("3 unchanged"))
        // A picture without a version is not even asked for.
        #expect(host.targets.sorted() == (0..<3).map { "/\($0)/main.jpg" })
        #expect(host.heads.allSatisfy { $0.contains("If-None-Match: \"1\"") })
    }

    @Test func `Of changed pictures only those come again, also by another version in the address`() throws {
        let rows = try products(4)
        #expect(try index(rows).code == 0)
        host.set("/1/main.jpg", try picture(seed: 21), tag: "2")
        host.set("/2/main.jpg?v=9", try picture(seed: 22), tag: "3")
        let ended = try index(rows.replacing("2/main.jpg", with: "2/main.jpg?v=9"))
        #expect(ended.errors.contains("2 pictures fetched, 2 unchanged\n"), "\(ended)")
        #expect(ended.text.contains("2 updated, 2 unchanged"), "\(ended.text)")
        let second = try files()
        #expect(Set(second.keys) == ["p0", "p1", "p2", "p3"] && second["p2"] == [file("/2/main.jpg?v=9")])
        // The former picture is no item, and comes back with its address.
        host.forget()
        #expect(try index(rows).errors.contains("0 pictures fetched, 4 unchanged\n"))
        #expect(try files() == Dictionary(uniqueKeysWithValues: (0..<4).map { ("p\($0)", [file("/\($0)/main.jpg")]) }))
    }

    @Test func `A picture that fails is told with the reason, and takes none of another product`() throws {
        var rows = try products(2)
        rows += (2..<15).map { "p\($0),Product,http://\(host.name)/\($0)/main.jpg,,active\n" }.joined()
        rows += "text,Product,http://\(host.name)/text.jpg,,active\n"
        rows += "odd,Product,http://user:pass@\(host.name)/x.jpg,,active\n"
        host.set("/text.jpg", Array("<html>".utf8))
        let ended = try index(rows)
        #expect(ended.code == 0 && ended.text.contains("2 of 17 rows used, 15 without an image"), "\(ended)")
        #expect(ended.errors.contains("2 pictures fetched, 0 unchanged, 15 not fetched\n"), "\(ended.errors)")
        #expect(ended.errors.contains("  13: HTTP status 404, such as http://\(host.name)/"), "\(ended.errors)")
        #expect(ended.errors.contains("  1: it is no picture that can be used, such as"), "\(ended.errors)")
        #expect(ended.errors.contains("  1: not a URL that this server fetches") && !ended.errors.contains("pass"))
        #expect(Set(try files().keys) == ["p0", "p1"])
        #expect(try index(rows, "--strict").code == 3)
        // A picture that was fetched before stays.
        host.set("/0/main.jpg", nil)
        #expect(try index(rows).text.contains("2 unchanged"))
        #expect(try files()["p0"] == [file("/0/main.jpg")])
    }

    @Test func `Nothing private is asked for unless it is allowed, and nothing fetched is an error`() throws {
        try place.write(Array((Self.head + (try products(2))).utf8), to: "rows.csv")
        let ended = try place.magpie("index", "--catalog", "rows.csv", "--fetch", "kept")
        #expect(ended.code == 2 && ended.errors.contains("2: the host, or one that it redirects to, is not allowed"))
        #expect(ended.errors.contains("none of the 2 pictures that rows.csv names could be fetched"), "\(ended.errors)")
        #expect(host.targets.isEmpty && kept().isEmpty)
        #expect((try? FileStatus.of(place / "catalog.magpie")) == nil)
    }

    @Test func `A host has few requests at a time, and is asked again where it was busy`() throws {
        let rows = try products(40)
        host.set("/3/main.jpg", PictureHost.Answer(status: 503, fields: ["Retry-After": "1"]))
        let ended = try index(rows)
        #expect(ended.errors.contains("39 pictures fetched, 0 unchanged, 1 not fetched\n  1: HTTP status 503"))
        #expect(host.mostAtOnce <= HostQueue.atOnce)
        #expect(host.targets.count(where: { $0 == "/3/main.jpg" }) == HostQueue.tries)
    }

    @Test func `With --prune pictures that no row names leave with their items, but not most of them`() throws {
        let rows = try products(30)
        try place.write([1], to: "kept/own.txt")
        #expect(try index(rows).code == 0)
        let lines = rows.split(separator: "\n").map { $0 + "\n" }
        #expect(try index(lines[..<25].joined()).text.contains("25 unchanged") && kept().count == 30)
        #expect(try files().count == 30)
        let ended = try index(lines[..<25].joined(), "--prune")
        #expect(ended.code == 0 && kept().count == 25 && ended.text.contains("5 removed"), "\(ended)")
        #expect(try files().count == 25 && place.names(in: "kept").contains("own.txt"))
        let cut = try index(lines[..<10].joined(), "--prune")
        #expect(cut.code == 2 && kept().count == 25, "\(cut)")
        #expect(
            cut.errors.contains("the catalog no longer names 15 of the 25 pictures that were fetched; is it whole?"),
            "\(cut.errors)")
        #expect(try files().count == 25)
        #expect(try index(lines[..<10].joined(), "--prune=all").code == 0 && kept().count == 10)
        #expect(try files().count == 10)
    }

    @Test func `A dry run fetches nothing and makes no folder`() throws {
        let rows = try products(3)
        let ended = try index(rows, "--dry-run")
        #expect(ended.code == 0 && ended.errors.contains("would fetch 3 pictures"), "\(ended)")
        #expect(host.targets.isEmpty && place.names(in: "") == ["rows.csv"])
    }

    @Test func `A run that was killed goes on, and gets only what is missing`() throws {
        let rows = try products(60)
        try place.write(Array((Self.head + rows).utf8), to: "rows.csv")
        let running = try place.start(
            "index", "--catalog", "rows.csv", "--fetch", "kept", "--allow-host", host.name, "--no-learning")
        running.wait(until: { kept().count >= 12 })
        running.send(SIGKILL)
        _ = try running.wait()
        let before = kept().count
        #expect((12..<60).contains(before))
        let ended = try index(rows)
        // Those that were written when the process ended, and not yet recorded, come again.
        let fetched = ended.errors.firstMatch(of: /(\d+) pictures fetched, (\d+) unchanged\n/)
        let counts = [fetched?.1, fetched?.2].map { $0.flatMap { Int($0) } ?? 0 }
        #expect(counts[0] + counts[1] == 60 && counts[1] >= before - 8, "\(ended.errors)")
        #expect(try files().count == 60)
    }

    @Test func `Pictures of drafts are not fetched, those of one address once, of two versions twice`() throws {
        var rows = try products(2).replacing("1/main.jpg,,active", with: "1/main.jpg,,draft")
        host.set("/0/main.jpg?v=2", try picture(seed: 40))
        rows += "twin,Twin,http://\(host.name)/0/main.jpg,,active\n"
        rows += "other,Other,http://\(host.name)/0/main.jpg?v=2,,active\n"
        #expect(try index(rows).errors.contains("2 pictures fetched"))
        #expect(host.targets.sorted() == ["/0/main.jpg", "/0/main.jpg?v=2"])
        let first = [file("/0/main.jpg")]
        #expect(try files() == ["p0": first, "twin": first, "other": [file("/0/main.jpg?v=2")]])
        #expect(try index(rows, "--all").errors.contains("1 picture fetched, 2 unchanged"))
        #expect(Set(try files().keys) == ["p0", "p1", "twin", "other"])
    }

    @Test func `Pictures of a folder and fetched ones go together, and two runs do not share a folder`() throws {
        try place.write(try picture(seed: 30), to: "in/own.jpg")
        let rows = try products(1) + "own,Own,own.jpg,,active\n"
        #expect(try index(rows, "in").text.contains("2 of 2 rows used"))
        #expect(try files() == ["p0": [file("/0/main.jpg")], "own": ["in/own.jpg"]])
        let held = try OpenFile(place / "kept/.fetched.jsonl")
        #expect(flock(held.descriptor, LOCK_EX | LOCK_NB) == 0)
        let ended = try index(rows)
        #expect(ended.code == 2 && ended.errors.contains("another run fetches pictures into"), "\(ended.errors)")
    }

    @Test func `A catalog that comes through a pipe is refused, because it is read twice`() throws {
        let rows = Self.head + (try products(1))
        let words = ["index", "--catalog", "/dev/stdin", "--fetch", "kept", "--allow-host", host.name]
        let shell = "cat rows.csv | \"$0\" \(words.joined(separator: " "))"
        try place.write(Array(rows.utf8), to: "rows.csv")
        let ended = try Running("/bin/sh", ["-c", shell, magpieBinary], in: place.path).wait()
        #expect(ended.code == 1 && ended.errors.contains("/dev/stdin must be a file and no pipe"), "\(ended)")
        #expect(host.targets.isEmpty)
    }

    @Test(arguments: [
        (["--allow-private"], "go with --fetch"), (["--fetch", "x"], "--fetch goes with --catalog"),
        (["--fetch", "x", "--catalog", "rows.csv", "--shard", "0/2"], "not with a list or a shard"),
        (["--fetch", "x", "--catalog", "rows.csv", "-"], "not with a list or a shard"),
        (["--fetch", "x", "--catalog", "rows.csv"], "names a picture by an http or https address"),
    ])
    func `Calls that make no sense are refused with the reason`(words: [String], reason: String) throws {
        try place.write(Array((Self.head + "p,P,a.jpg,,active\n").utf8), to: "rows.csv")
        let ended = try place.magpie(["index"] + words)
        #expect([1, 2].contains(ended.code) && ended.errors.contains(reason), "\(ended)")
        #expect(place.names(in: "") == ["rows.csv"])
    }
}
