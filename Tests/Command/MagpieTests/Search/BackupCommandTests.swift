import Foundation
import SearchServer
import TestSupport
import Testing
import VisualSearch

@testable import magpie

@Suite("magpie backup and restore", .timeLimit(.minutes(15)))
struct BackupCommandTests {
    /// `MAGPIE_TESTS_LONG=1` kills 200 times.
    private static let rounds =
        ProcessInfo.processInfo.environment["MAGPIE_KILLS"].flatMap(Int.init) ?? Effort.inputs(10, of: 200)
    private let place: Workplace

    init() throws {
        place = try Workplace()
        for number in 0..<3 { try place.write(try picture(32, 24, seed: number), to: "in/\(number).jpg") }
        try place.demand("index", "in", "-q", "--store", "shop.magpie")
        try place.write(Array(#"[{"id":"mail"}]"#.utf8), to: "categories.json")
        try place.demand("consents", "import", "categories.json", "--store", "shop.magpie")
        try place.demand("consents", "set", "c-81", "mail", "yes", "--store", "shop.magpie")
    }

    /// Makes a backup; returns its path from the place.
    private func backup(_ words: String...) throws -> String {
        let ended = try place.magpie(["backup", "backups", "--store", "shop.magpie", "--json"] + words)
        #expect(ended.code == 0, "\(ended.errors)")
        return try #require(try ended.json().first?["path"] as? String)
    }

    private func consents(_ store: String = "shop.magpie") throws -> String {
        try place.magpie("consents", "show", "c-81", "--history", "--store", store).text
    }

    private var present: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: place.path.text).sorted() }
    }

    @Test("a backup is named by its time in UTC, and restored whole or in part; what was there stays")
    func parts() throws {
        let set = try backup()
        #expect(set.wholeMatch(of: /backups\/shop-\d{4}-\d\d-\d\dT\d{6}Z/) != nil, "\(set)")
        #expect(place.names(in: set) == ["catalog.magpie", "catalog.magpie.events", "manifest.json"])
        let agreed = try consents()
        try place.demand("consents", "set", "c-81", "mail", "no", "--store", "shop.magpie")
        try place.write(try picture(seed: 9), to: "in/more.jpg")
        try place.demand("index", "in", "-q", "--store", "shop.magpie")
        let restored = try place.magpie("restore", set, "--store", "shop.magpie", "--only", "events")
        #expect(restored.code == 0 && restored.text.contains("1 answer on consents"), "\(restored)")
        #expect(try consents() == agreed && (try place.ids(of: "shop.magpie").count) == 4)
        #expect(try present.contains { $0.hasPrefix("shop.magpie.events.before-") })
        try place.demand("restore", "shop.magpie", set)
        #expect(try consents() == agreed && (try place.ids(of: "shop.magpie").count) == 3)
        let kept = try #require(try present.first { $0.hasPrefix("shop.magpie.before-") })
        #expect(try place.ids(of: kept).count == 4)
        let lacking = try place.magpie("restore", set, "--store", "shop.magpie", "--only", "steps")
        #expect(lacking.code == 2 && lacking.errors.contains("it has no steps, only catalog, events"))
    }

    @Test("--keep removes older backups of the same store alone, and nothing that is not one")
    func keeps() throws {
        let first = try backup()
        for name in ["notes", "shop-2020-01-01T000000Z", "catalog-2020-01-01T000000Z"] {
            try place.write([1], to: "backups/\(name)/file")
        }
        try place.folder("other")
        try place.demand("index", "in", "-q", "--store", "other/shop.magpie")
        try place.demand("backup", "backups", "--store", "other/shop.magpie")
        let second = try backup()
        try place.write([1], to: "\(second)/mine.txt")
        let (third, fourth) = (try backup(), try backup("--keep", "1"))
        let left = Set(
            try FileManager.default.contentsOfDirectory(atPath: (place / "backups").text).map { "backups/\($0)" })
        #expect(!left.contains(first) && !left.contains(third) && left.contains(second) && left.contains(fourth))
        #expect(left.count == 6, "\(left)")
        let again = try place.magpie("backup", "backups", "--store", "shop.magpie", "--keep", "1")
        #expect(again.text.contains("1 older backup removed") && again.errors.contains("it holds mine.txt"), "\(again)")
    }

    @Test("the places of a service are those of its settings")
    func settings() throws {
        try place.folder("up")
        let lines = "store = shop.magpie\nupload-folder = up\nkeys = $CREDENTIALS_DIRECTORY/keys\nport = 99\n"
        try place.write(Array(lines.utf8), to: "serve.conf")
        let picture = "20260101" + String(repeating: "ab", count: 20) + ".jpg"
        try place.write([1, 2, 3], to: "up/\(picture)")
        try place.write([1, 2, 3], to: "up/other.jpg")
        let ended = try place.magpie("backup", "backups", "--config", "serve.conf")
        #expect(ended.code == 0 && ended.text.contains("uploads (1 picture)"), "\(ended)")
        try FileManager.default.removeItem(atPath: (place / "up/\(picture)").text)
        let set = try #require(try FileManager.default.contentsOfDirectory(atPath: (place / "backups").text).first)
        let unknown = try place.magpie("restore", "backups/\(set)", "--store", "shop.magpie")
        #expect(unknown.code == 1 && unknown.errors.contains("name it with --upload-folder"), "\(unknown)")
        try place.demand("restore", "backups/\(set)", "--config", "serve.conf")
        #expect(place.names(in: "up") == [picture, "other.jpg"])
    }

    /// A change of a backup, and a part of the sentence that refuses it.
    private static let forgeries: [(String, String)] = [
        ("s/catalog.magpie.events/..\\/catalog.magpie.events/", "which no backup has"),
        ("s/\"catalog.magpie\"/\"\\/etc\\/passwd\"/", "which no backup has"),
        ("s/\"role\" : \"events\"/\"role\" : \"uploads\"/", "which no backup has"),
        ("s/\"magpie_backup\" : 1/\"magpie_backup\" : 2/", "made by a newer version"),
        ("s/magpie_backup/other/", "is not the list of a backup"),
        ("s/\"sha256\" : \"..../\"sha256\" : \"0000/", "its bytes differ"),
        ("s/\"time\"/\"tide\"/", "lacks a part"),
    ]

    @Test("a backup that was changed is refused with what is wrong, and nothing has changed", arguments: forgeries)
    func forged(_ edit: String, _ text: String) throws {
        let set = try backup()
        let before = try present
        try run("/bin/sed", ["-i", edit, (place / "\(set)/manifest.json").text])
        let ended = try place.magpie("restore", set, "--store", "shop.magpie")
        #expect(ended.code == 2 && ended.errors.contains(text), "\(ended.errors)")
        #expect(try present == before)
    }

    @Test("a file that is missing, cut, a link or a folder is refused, and so is a folder without a list")
    func damaged() throws {
        let set = try backup()
        let file = (place / "\(set)/catalog.magpie.events").text
        let before = try present
        for (line, text) in [
            ("printf x >> $0", "its bytes differ"), ("truncate -s 100 $0", "its bytes differ"),
            ("mv $0 $0.x; ln -s $0.x $0", "it is a link"), ("rm $0; mkdir $0", "it is not a file"),
            ("rmdir $0", "catalog.magpie.events is missing"),
        ] {
            try run("/bin/sh", ["-c", line, file])
            let ended = try place.magpie("restore", set, "--store", "shop.magpie")
            #expect(ended.code == 2 && ended.errors.contains(text), "\(line): \(ended.errors)")
        }
        let folder = try place.magpie("restore", "backups", "--store", "shop.magpie")
        #expect(folder.code == 2 && folder.errors.contains("name \(set), the backup in it"), "\(folder.errors)")
        let other = try place.magpie("restore", "in", "--store", "shop.magpie")
        #expect(other.code == 2 && other.errors.contains("it has no manifest.json"), "\(other.errors)")
        #expect(try present == before)
    }

    @Test("kill -9 of a backup at any moment leaves none that looks whole and is not; the next removes what is left")
    func killedBackups() throws {
        var random = SplitMix(seed: 59)
        for _ in 0..<Self.rounds {
            let running = try place.start("backup", "backups", "--store", "shop.magpie", "--keep", "2")
            usleep(UInt32(random.between(0, 120_000)))
            running.send(SIGKILL)
            _ = try running.wait()
            for name in place.sets {
                try BackupSet((place / "backups" / Path(name)).text).verify(Set(BackupRole.allCases))
            }
        }
        _ = try backup("--keep", "2")
        let left = try FileManager.default.contentsOfDirectory(atPath: (place / "backups").text)
        #expect(left.sorted() == place.sets && left.count <= 2, "\(left)")
    }

    @Test("kill -9 of a restore at any moment leaves the one state or the other, and the same call completes it")
    func killedRestores() throws {
        let old = (try backup(), try consents())
        try place.demand("consents", "set", "c-81", "mail", "no", "--store", "shop.magpie")
        try place.write(try picture(seed: 9), to: "in/more.jpg")
        try place.demand("index", "in", "-q", "--store", "shop.magpie")
        let new = (try backup(), try consents())
        var random = SplitMix(seed: 60)
        for round in 0..<Self.rounds {
            let (set, text) = round.isMultiple(of: 2) ? old : new
            let running = try place.start("restore", set, "--store", "shop.magpie")
            usleep(UInt32(random.between(0, 120_000)))
            running.send(SIGKILL)
            _ = try running.wait()
            if FileManager.default.fileExists(atPath: (place / "shop.magpie.restore").text) {
                let search = try place.magpie("store", "check", "shop.magpie")
                #expect(search.code == 2 && search.errors.contains("a restore of it was cut off"), "\(search)")
            } else {
                let state = (try consents(), try place.ids(of: "shop.magpie").count)
                #expect(state == (old.1, 3) || state == (new.1, 4))
            }
            try place.demand("restore", set, "--store", "shop.magpie")
            #expect(try consents() == text)
            #expect(try place.ids(of: "shop.magpie").count == (round.isMultiple(of: 2) ? 3 : 4))
            for name in try present where name.contains(".before-") {
                try FileManager.default.removeItem(atPath: (place / name).text)
            }
        }
        #expect(try !present.contains { $0.contains(".incoming-") || $0.contains(".restor") })
    }

    @Test(
        "a full disk ends a backup and a restore with 75, and leaves nothing that looks whole",
        .enabled(if: FullDiskTests.canMount, "skipped: cannot mount"))
    func full() throws {
        try place.folder("disk")
        let disk = try #require(try FullDiskTests.SmallDisk(place / "disk", options: "size=100k"))
        let ended = try place.magpie("backup", "disk/backups", "--store", "shop.magpie")
        #expect(ended.code == 75 && ended.errors.contains("disk full"), "\(ended.errors)")
        #expect(place.names(in: "disk") == [])
        let set = try backup()
        let restored = try place.magpie("restore", set, "--store", "disk/shop.magpie")
        #expect(restored.code == 75 && restored.errors.contains("disk full"), "\(restored.errors)")
        #expect(place.names(in: "disk") == [])
        withExtendedLifetime(disk) {}
    }

    @Test(
        "what root makes in the folder of a service belongs to its owner, which is said once; a restore keeps owner and mode",
        .enabled(if: Workplace.canDropRoot, "skipped: not root"))
    func owners() throws {
        let set = try backup()
        try run("/bin/chmod", ["755", place.path.text])
        try place.folder("state")
        let folder = (place / "state").text
        try run("/bin/chown", ["65534:65534", folder])
        let said = "magpie: new files in "
        for words in [
            ["index", "in", "-q", "--store", "state/new.magpie"],
            ["consents", "import", "categories.json", "--store", "state/new.magpie"],
            ["store", "copy", "shop.magpie", "state/copy.magpie"],
            ["store", "merge", "shop.magpie", "-o", "state/merged.magpie"],
            ["store", "backup", "shop.magpie", "state/backup.magpie"],
            ["store", "restore", "state/back.magpie", "--from", "shop.magpie"],
            ["store", "import", "exported.jsonl", "state/imported.magpie"],
            ["backup", "state/backups", "--store", "shop.magpie"], ["restore", set, "--store", "state/shop.magpie"],
        ] {
            if words[1] == "import", words[0] == "store" {
                let exported = try place.magpie("store", "export", "shop.magpie", "--whole")
                try place.write(exported.output, to: "exported.jsonl")
            }
            let ended = try place.magpie(words)
            #expect(ended.code == 0, "\(words): \(ended.errors)")
            #expect(
                ended.errors.components(separatedBy: said).count == 2,
                "\(words): \(ended.errors)")
        }
        let foreign = try run("/usr/bin/find", [folder, "!", "-uid", "65534"])
        #expect(foreign.text.isEmpty, "\(foreign.text)")
        // An own mode and owner stay, whatever the folder has.
        try run("/bin/sh", ["-c", "chmod 640 $0/shop.magpie*; chown 65533:65532 $0/shop.magpie*", folder])
        try place.demand("restore", set, "--store", "state/shop.magpie")
        try place.demand("store", "restore", "state/shop.magpie", "--from", "shop.magpie")
        let modes = try run("/bin/sh", ["-c", "stat -c '%u:%g %a' $0/shop.magpie $0/shop.magpie.events", folder])
        #expect(modes.lines == ["65533:65532 640", "65533:65532 640"], "\(modes.text)")
    }
}

extension Workplace {
    /// The names of what looks like a backup.
    fileprivate var sets: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: (self / "backups").text)) ?? []
        return names.filter { $0.wholeMatch(of: /shop-\d{4}-\d\d-\d\dT\d{6}Z(-\d+)?/) != nil }.sorted()
    }
}
