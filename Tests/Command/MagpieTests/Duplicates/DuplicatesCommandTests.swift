import Foundation
import Imaging
import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch
@testable import magpie

@Suite("magpie duplicates", .timeLimit(.minutes(5)))
struct DuplicatesCommandTests {
    /// In `in`: a.jpg and b.jpg of the same bytes, c.png larger than both, d.jpg another picture, and a broken file.
    func workplace() throws -> Workplace {
        let work = try Workplace()
        let (jpeg, png, other) = try Self.drawn.get()
        try work.write(jpeg, to: "in/a.jpg")
        try work.write(jpeg, to: "in/deep/b.jpg")
        try work.write(png, to: "in/c.png")
        try work.write(other, to: "in/d.jpg")
        try work.write(Array("broken".utf8), to: "in/e.jpg")
        for (name, time) in [("a.jpg", "202001010000"), ("deep/b.jpg", "202101010000"), ("c.png", "202201010000")] {
            try run("/usr/bin/touch", ["-t", time, (work / "in/\(name)").text])
        }
        return work
    }

    /// Drawn once for all tests.
    static let drawn = Result {
        let scene = Pictures.scene(640, 480, seed: 3)
        return (
            try file(scene, .jpeg(quality: 70), 480), try file(scene, .png),
            try file(Pictures.scene(640, 480, seed: 8), .jpeg(quality: 80))
        )
    }

    private func found(in work: Workplace, givesUpUnclear: Bool = false) throws -> FoundDuplicates {
        let search = FolderSearch(
            inputs: try Inputs([work / "in"], options: InputOptions()), limits: Limits(),
            options: RunOptions(isQuiet: true))
        var finder = DuplicateFinder()
        finder.givesUpUnclear = givesUpUnclear
        return try search.find(finder, store: nil, cancellation: Cancellation())
    }

    private static func file(_ pixels: PixelBuffer, _ encoding: Output.Encoding, _ side: Int = 1024) throws -> [UInt8] {
        try prepare(.pixels(pixels), as: Recipe(Output(.fit(side), encoding: encoding))).outputs[0].bytes
    }

    @Test("groups are printed with their reason, and nothing changes")
    func look() throws {
        let work = try workplace()
        let before = work.files(in: "in")
        for action in [[], ["--delete"], ["--move", "out"], ["--link"]] {
            let ended = try Running(magpieBinary, ["duplicates", "in"] + action, in: work.path).wait()
            #expect(ended.code == 0)
            #expect(ended.text.contains("same bytes, keep in/a.jpg (oldest: 20"))
            #expect(
                ended.text.contains("same picture, keep in/c.png (most pixels: 640 x 480, next 480 x 360)\n  in/a.jpg"))
            #expect(ended.errors.contains("in/e.jpg"))
            #expect(ended.text.contains("nothing was changed") == !action.isEmpty)
            #expect(work.files(in: "in") == before && work.names(in: ".").allSatisfy { $0.hasPrefix("in/") })
        }
        let lines = try work.magpie("duplicates", "in", "--json").json()
        #expect(lines.map { $0["same"] as? String } == ["bytes", "picture", nil])
        #expect(lines.last?.errorCode == "unsupportedFormat")
    }

    @Test("the reason that keeps a file is told in the table, on the page and in JSON")
    func reasons() throws {
        let work = try Workplace()
        let (jpeg, png, _) = try Self.drawn.get()
        try work.write(jpeg.adding(segment: 0xFE, "Serial 4711, see folder 12"), to: "in/a.jpg")
        try work.write(png, to: "in/c.png")
        let plan = try work.magpie("duplicates", "in", "--unclear", "--move", "out", "--page", "page.html")
        #expect(plan.text.contains("stays: it has words that the kept one lacks"), "\(plan.text)")
        let page = try String(contentsOfFile: (work / "page.html").text, encoding: .utf8)
        #expect(page.contains("it has words that the kept one lacks"))
        let lines = try work.magpie("duplicates", "in", "--json").text
        #expect(lines.contains(#""stays":"words","because":"it has words that the kept one lacks"#), "\(lines)")
    }

    @Test("what is moved comes back, byte for byte and with its time")
    func moving() throws {
        let work = try workplace()
        let before = work.files(in: "in")
        let time = try FileStatus.of(work / "in/a.jpg").modified
        let ended = try work.magpie("duplicates", "in", "--move", "out", "--unclear", "--apply")
        #expect(ended.code == 0 && work.names(in: "in") == ["c.png", "d.jpg", "e.jpg"])
        #expect(work.names(in: "out") == ["a.jpg", "deep/b.jpg", "undo.jsonl"])
        let plan = try work.magpie("duplicates", "--undo", "out/undo.jsonl")
        #expect(plan.lines.count == 2 && plan.text.contains("would move back") && work.names(in: "in").count == 3)
        let undone = try work.magpie("duplicates", "--undo", "out/undo.jsonl", "--apply")
        #expect(undone.code == 0 && work.files(in: "in") == before)
        #expect(try FileStatus.of(work / "in/a.jpg").modified == time)
        // A second time there is nothing to do.
        #expect(try work.magpie("duplicates", "--undo", "out/undo.jsonl", "--apply").code == 0)
        #expect(work.files(in: "in") == before)
    }

    @Test("a smaller copy is shown and stays, unless it is asked for")
    func smaller() throws {
        let work = try workplace()
        let lines = try work.magpie("duplicates", "in", "--json").json()
        let picture = try #require(lines.first { $0["same"] as? String == "picture" })
        let others = try #require(picture["others"] as? [[String: Any]])
        #expect(others.map { $0["removable"] as? Bool } == [false] && others[0]["stays"] as? String == "unclear")
        #expect(try work.magpie("duplicates", "in", "--move", "out", "--apply").code == 0)
        #expect(work.names(in: "out") == ["deep/b.jpg", "undo.jsonl"])
        for action in [[], ["--delete"], ["--link"]] {
            let refused = try Running(magpieBinary, ["duplicates", "in", "--unclear"] + action, in: work.path).wait()
            #expect(refused.code == 1 && refused.errors.contains("--unclear goes with --move"))
        }
    }

    @Test(
        "--parts shows pictures inside others, and removes nothing more", arguments: ["--delete", "--move", "--link"])
    func parts(action: String) throws {
        var left: [[String]] = []
        for options in [[], ["--parts"]] {
            let work = try workplace()
            let part = Pictures.scene(640, 480, seed: 3)
            let screen = Pictures.draw(900, 900) { x, y in
                let (u, v) = (x - 130, y - 210)
                guard (0..<640).contains(u), (0..<480).contains(v) else {
                    return y < 70 ? (30, 60, 120) : (245, 245, 245)
                }
                let at = (v * 640 + u) * 3
                return (part.bytes[at], part.bytes[at + 1], part.bytes[at + 2])
            }
            try work.write(try Self.file(screen, .png), to: "in/screen.png")
            try work.write(try Self.file(screen, .jpeg(quality: 80), 600), to: "in/screen-small.jpg")
            let words = ["duplicates", "in", action] + (action == "--move" ? ["out", "--unclear"] : [])
            let ended = try Running(
                magpieBinary, words + options + ["--apply", "--undo-list", "u"], in: work.path
            ).wait()
            #expect(ended.code == 0)
            left.append(work.names(in: "in"))
            if options.isEmpty { continue }
            let lines = try work.magpie("duplicates", "in", "--parts", "--json").json()
            let related = lines.filter { $0["related"] as? String == "contains" }
            #expect(
                related.contains { $0["path"] as? String == "in/screen.png" && $0["part"] as? String == "in/c.png" })
            #expect(related.allSatisfy { $0["removable"] as? Bool == false })
        }
        #expect(left[0] == left[1] && left[0].contains("screen.png") && left[0].contains("c.png"))
    }

    @Test("a deleted file of the same bytes is copied back, one in other bytes is told to be gone")
    func deleting() throws {
        let work = try workplace()
        let before = work.files(in: "in")
        #expect(
            try work.magpie("duplicates", "in", "--only-bytes", "--delete", "--apply", "--undo-list", "u").code == 0)
        #expect(work.names(in: "in") == ["a.jpg", "c.png", "d.jpg", "e.jpg"])
        #expect(try work.magpie("duplicates", "--undo", "u", "--apply").code == 0)
        #expect(work.files(in: "in") == before)
        #expect(try FileStatus.of(work / "in/deep/b.jpg").modified == 1_609_459_200_000_000_000)
        #expect(try work.magpie("duplicates", "in", "--delete", "--apply", "--undo-list", "v").code == 0)
        // A copy of another size stays, one of the same size goes.
        #expect(work.names(in: "in") == ["a.jpg", "c.png", "d.jpg", "e.jpg"])
        try work.write(try Self.file(Pictures.scene(640, 480, seed: 3), .jpeg(quality: 97)), to: "in/f.jpg")
        #expect(try work.magpie("duplicates", "in", "--delete", "--apply", "--undo-list", "w").code == 0)
        #expect(work.names(in: "in") == ["a.jpg", "c.png", "d.jpg", "e.jpg"])
        let undone = try work.magpie("duplicates", "--undo", "w", "--apply")
        #expect(undone.code == 2 && undone.text.contains("cannot bring back"))
    }

    @Test("links take the place of files of the same bytes, and become files again")
    func linking() throws {
        let work = try workplace()
        let before = work.files(in: "in")
        let ended = try work.magpie("duplicates", "in", "--link", "--apply", "--undo-list", "u")
        #expect(ended.code == 0 && work.files(in: "in") == before)
        let kept = try FileStatus.of(work / "in/a.jpg").identity
        #expect(try FileStatus.of(work / "in/deep/b.jpg").identity == kept)
        // Files that are linked already are no duplicates of one another.
        #expect(try !work.magpie("duplicates", "in").text.contains("same bytes"))
        #expect(try work.magpie("duplicates", "--undo", "u", "--apply").code == 0)
        #expect(try FileStatus.of(work / "in/deep/b.jpg").identity != kept)
        #expect(work.files(in: "in") == before)
        #expect(try FileStatus.of(work / "in/deep/b.jpg").modified == 1_609_459_200_000_000_000)
    }

    /// The search leaves an obstacle at each look-alike; this is what stands behind it.
    @Test("a look-alike is removed by no action, also without an obstacle, and a link never shows other bytes")
    func lookAlikes() throws {
        let work = try workplace()
        let found = try found(in: work)
        let group = try #require(found.groups.first { $0.kind == .bytes })
        let member = try #require(group.others.first { $0.obstacle == nil })
        let alike = DuplicateGroup(kind: .alike, kept: group.kept, others: [member], reason: group.reason)
        for action in [Removal.Action.delete, .move, .link] {
            #expect(action.takes(member, in: group) && !action.takes(member, in: alike))
        }
        // Of the same picture in other bytes, a link never takes the place, and a smaller one is not deleted.
        let same = DuplicateGroup(kind: .picture, kept: group.kept, others: [member], reason: group.reason)
        #expect(Removal.Action.delete.takes(member, in: same) && Removal.Action.move.takes(member, in: same))
        #expect(!Removal.Action.link.takes(member, in: same))
        let other = try #require(found.groups.first { $0.kind == .picture })
        let smaller = DuplicateGroup(kind: .picture, kept: other.kept, others: [member], reason: other.reason)
        #expect(other.kept.size != member.size && Removal.Action.move.takes(member, in: smaller))
        #expect(!Removal.Action.delete.takes(member, in: smaller) && !Removal.Action.link.takes(member, in: smaller))
    }

    @Test("a file that changes between the look and the act is left alone")
    func changes() throws {
        let work = try workplace()
        let scene = try contents(of: work / "in/a.jpg")
        let found = try found(in: work, givesUpUnclear: true)
        let removal = Removal(
            action: .move, destination: work / "out", limits: Limits(), found: found, cancellation: Cancellation())
        #expect(removal.items.count == 2)
        // The copy has another content of the same size and time; the kept picture is gone.
        try work.write(Array(scene.dropLast()) + [scene.last! ^ 1], to: "in/deep/b.jpg")
        try run("/usr/bin/touch", ["-t", "202101010000", (work / "in/deep/b.jpg").text])
        try (work / "in/c.png").remove()
        let before = work.files(in: "in")
        let counts = try removal.apply(try UndoList(work / "u")) { _ in }
        #expect(counts.done == 0 && counts.left == 2)
        #expect(work.files(in: "in") == before)
    }

    @Test("a link that has come in the place of a file is left alone")
    func becameLink() throws {
        let work = try workplace()
        let found = try found(in: work)
        let removal = Removal(
            action: .delete, destination: nil, limits: Limits(), found: found, cancellation: Cancellation())
        let item = try #require(removal.items.first { $0.kind == .bytes })
        // The same bytes, size and time, behind a link.
        let place = item.file.path.text
        try FileManager.default.moveItem(atPath: place, toPath: (work / "elsewhere.jpg").text)
        try FileManager.default.createSymbolicLink(
            atPath: place, withDestinationPath: (work / "elsewhere.jpg").text)
        var reasons: [String] = []
        _ = try removal.apply(try UndoList(work / "u")) { reasons.append($0.line) }
        #expect(reasons.contains { $0.contains("it is a link now, or no file") }, "\(reasons)")
        #expect(try FileStatus.of(Path(place), followingLinks: false).kind != .file)
    }

    @Test("a file that another program has locked is left alone, and the exit code tells")
    func locks() throws {
        let work = try workplace()
        let before = work.files(in: "in")
        let held = try OpenFile(work / "in/a.jpg", flags: O_RDONLY)
        #expect(flock(held.descriptor, LOCK_EX | LOCK_NB) == 0)
        let ended = try work.magpie("duplicates", "in", "--only-bytes", "--delete", "--apply")
        #expect(ended.code == 2 && ended.text.contains("another program has locked in/a.jpg"))
        let lines = try work.magpie("duplicates", "in", "--only-bytes", "--delete", "--apply", "--json")
        #expect(lines.code == 2 && lines.text.contains(#""ok":false,"reason":"another program has locked in/a.jpg""#))
        #expect(lines.errors.contains("0 files deleted (0 B), 1 left alone"), "\(lines.errors)")
        #expect(work.files(in: "in") == before)
        withExtendedLifetime(held) {}
        #expect(try work.magpie("help", "duplicates").text.contains("or a file was left alone"))
    }

    @Test("the lines of JSON and the sums tell what was done")
    func done() throws {
        let work = try workplace()
        let size = try contents(of: work / "in/a.jpg").count
        try work.write(try contents(of: work / "in/a.jpg"), to: "in/f.jpg")
        let ended = try work.magpie("duplicates", "in", "--only-bytes", "--move", "out", "--apply", "--json")
        let done = ended.text.split(separator: "\n").filter { $0.contains(#""ok":true,"action":"moved""#) }
        #expect(ended.code == 0 && done.count == 2 && !ended.text.contains(#""ok":false"#), "\(ended.text)")
        #expect(ended.errors.contains("2 files moved (\(Numbers.bytes(Double(2 * size))))"), "\(ended.errors)")
        #expect(!ended.errors.contains("left alone"))
    }

    @Test("an undo brings back what it can, and tells of the rest")
    func partialUndo() throws {
        let work = try workplace()
        let before = work.files(in: "in")
        #expect(try work.magpie("duplicates", "in", "--move", "out", "--unclear", "--apply").code == 0)
        // One moved file has another content now, and one name is taken again.
        let moved = try contents(of: work / "out/a.jpg")
        try work.write(Array("other".utf8), to: "out/a.jpg")
        let undone = try work.magpie("duplicates", "--undo", "out/undo.jsonl", "--apply")
        #expect(undone.code == 2 && undone.text.contains("has another content now"))
        #expect(work.names(in: "in") == ["c.png", "d.jpg", "deep/b.jpg", "e.jpg"])
        try work.write(moved, to: "out/a.jpg")
        #expect(try work.magpie("duplicates", "--undo", "out/undo.jsonl", "--apply").code == 0)
        #expect(work.files(in: "in") == before)
    }

    @Test("names of any bytes are moved and come back")
    func names() throws {
        let work = try Workplace()
        let bytes = try picture(200, 150)
        let odd = Path(bytes: Array("in/b \"x\"\n".utf8) + [0xff] + Array(".jpg".utf8))
        try work.write(bytes, to: "in/a.jpg")
        try work.write(bytes, to: odd)
        try work.write(bytes, to: "in/-z.jpg")
        let before = work.files(in: "in")
        #expect(try work.magpie("duplicates", "in", "--move", "out", "--unclear", "--apply").code == 0)
        #expect(work.files(in: "in").count == 1 && work.files(in: "out").count == 3)
        #expect(try work.magpie("duplicates", "--undo", "out/undo.jsonl", "--apply").code == 0)
        #expect(work.files(in: "in") == before)
    }

    @Test("links, and folders that lie in one another, make no duplicates")
    func overlaps() throws {
        let work = try Workplace()
        try work.write(try picture(200, 150), to: "in/deep/a.jpg")
        try work.link("in/link.jpg", to: "deep/a.jpg")
        try FileManager.default.linkItem(atPath: (work / "in/deep/a.jpg").text, toPath: (work / "in/hard.jpg").text)
        let ended = try work.magpie("duplicates", "in", "in/deep", "--delete", "--apply")
        #expect(ended.code == 0 && ended.text.contains("no duplicates") && ended.text.contains("2 links"))
        #expect(work.names(in: "in").count == 3)
    }

    @Test("a link is never kept in place of a file, whatever it leads to", arguments: [false, true])
    func foreignLinks(isOther: Bool) throws {
        let work = try Workplace()
        let scene = Pictures.scene(640, 480, seed: 3)
        let jpeg = try Self.file(scene, .jpeg(quality: 80))
        // The link leads out of the folder, to a file that is older and, in one case, larger.
        try work.write(isOther ? try Self.file(scene, .png) : jpeg, to: "away/x.img")
        try run("/usr/bin/touch", ["-t", "201001010000", (work / "away/x.img").text])
        try work.write(jpeg, to: "in/photo.jpg")
        try work.link("in/a.jpg", to: "../away/x.img")
        let ended = try work.magpie("duplicates", "in", "--follow-links", "--delete", "--apply")
        #expect(ended.code == 0 && work.names(in: "in").contains("photo.jpg"), "\(ended.text)")
        let lines = try work.magpie("duplicates", "in", "--follow-links", "--json").json()
        #expect((lines.first?["kept"] as? [String: Any])?["path"] as? String == "in/photo.jpg")
        let other = (lines.first?["others"] as? [[String: Any]])?.first
        #expect(other?["removable"] as? Bool == false && other?["stays"] as? String == "link")
    }

    @Test("a file that differs from another in a few pixels is touched by no removal")
    func alike() throws {
        let work = try Workplace()
        let scene = Pictures.scene(640, 480, seed: 3)
        var bytes = scene.bytes
        for y in 200..<206 { for x in 300..<304 { for c in 0..<3 { bytes[3 * (y * 640 + x) + c] ^= 128 } } }
        try work.write(try Self.file(scene, .png), to: "in/a.png")
        try work.write(try Self.file(PixelBuffer(size: scene.size, bytes: bytes)!, .png), to: "in/b.png")
        let before = work.files(in: "in")
        let ended = try work.magpie("duplicates", "in", "--delete", "--apply")
        #expect(ended.code == 0 && work.files(in: "in") == before)
        let lines = try work.magpie("duplicates", "in", "--json").json()
        let others = lines.flatMap { $0["others"] as? [[String: Any]] ?? [] }
        #expect(others.allSatisfy { $0["removable"] as? Bool == false })
    }

    @Test("a store's descriptions give the same groups, and one worker the same as many")
    func store() throws {
        let work = try workplace()
        let plain = try work.magpie("duplicates", "in", "--json", "-j", "1")
        #expect(try work.magpie("duplicates", "in", "--json", "-j", "8").output == plain.output)
        #expect(try work.magpie("index", "in").code == 0)
        let stored = try work.magpie("duplicates", "in", "--store", "catalog.magpie")
        #expect(
            stored.text.contains("as the store describes them") && stored.text.contains("same picture, keep in/c.png"))
        let lines = try work.magpie("duplicates", "in", "--store", "catalog.magpie", "--json").lines
        #expect(lines.dropFirst() == plain.lines.dropFirst())
    }

    @Test("a store's descriptions of further pictures are taken as well")
    func furtherPictures() throws {
        let work = try workplace()
        let plain = try work.magpie("duplicates", "in", "--json")
        let rows = "id,files\nall,a.jpg|deep/b.jpg|c.png|d.jpg\n"
        try work.write(Array(rows.utf8), to: "rows.csv")
        let ended = try work.magpie("index", "in", "--catalog", "rows.csv")
        #expect(ended.text.contains("1 added"), "\(ended.errors)")
        let kept = try work.magpie("store", "export").json()[0]
        #expect((kept["pictures"] as? [Any])?.count == 3)
        let stored = try work.magpie("duplicates", "in", "--store", "catalog.magpie", "--json")
        #expect(stored.lines.dropFirst() == plain.lines.dropFirst())
        #expect(
            try work.magpie("duplicates", "in", "--store", "catalog.magpie").text.contains(
                "4 as the store describes them"))
    }

    @Test("the page shows the groups, and calls without sense are refused")
    func pageAndUse() throws {
        let work = try workplace()
        #expect(try work.magpie("duplicates", "in", "--page", "page.html").code == 0)
        let page = String(decoding: try contents(of: work / "page.html"), as: UTF8.self)
        #expect(page.contains("same picture: 1 group") && page.contains("data:image/jpeg;base64,"))
        #expect(page.contains("href=\"./in/c.png\"") && !page.contains("src=\"http"))
        for words in [
            ["--apply"], ["--delete", "--link"], ["--delete", "--dry-run", "--apply"], ["--undo", "u", "in"],
            ["--only-bytes", "--any-turn"],
        ] {
            let ended = try Running(magpieBinary, ["duplicates", "in"] + words, in: work.path).wait()
            #expect(ended.code == 1, "\(words)")
        }
        #expect(try work.magpie("duplicates", "--undo", "missing").code == 2)
    }
}
