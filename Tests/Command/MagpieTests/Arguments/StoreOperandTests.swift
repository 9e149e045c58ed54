import Foundation
import SQLite
import Testing
import VisualSearch

@testable import magpie

/// The place of the store in the calls of all commands, read but not run.
@Suite("The store of a call")
struct StoreOperandTests {
    private static let commands = allCommands.filter { $0.descriptions.contains { $0.names.contains("--store") } }
        .map { $0.name }

    private let place: Workplace
    private let store: magpie.Path

    init() throws {
        place = try Workplace()
        store = place / "a store"
        let describer = BuiltInDescriber.shared
        let identity = DescriberIdentity(
            name: describer.identity, dimensions: describer.dimensions, colors: SearchEngine.paletteBytes)
        _ = try CatalogStore(path: store.text, describer: identity, mode: .create)
    }

    /// The value of `--store` and the other words.
    private func read(_ name: String, _ words: [magpie.Path]) throws -> (store: magpie.Path?, words: [magpie.Path]) {
        let command = try #require(allCommands.first { $0.name == name })
        return try read(command, words)
    }

    private func read<Command: Subcommand>(
        _ command: Command.Type, _ words: [magpie.Path]
    ) throws -> (store: magpie.Path?, words: [magpie.Path]) {
        let (settings, words) = try command.read(words)
        guard case .value(let store)? = settings.last(where: { $0.name == "store" })?.content else {
            return (nil, words)
        }
        return (store, words)
    }

    @Test("is its first word or the value of --store, in every command, and not both", arguments: commands)
    func everywhere(name: String) throws {
        let command = try #require(allCommands.first { $0.name == name })
        let others = (0..<max(command.others.lowerBound, min(command.others.upperBound, 1))).map { Path("word-\($0)") }
        let option = try read(name, [Path("--store"), store] + others)
        #expect(option.store == store && option.words == others)
        let word = try read(name, [store] + others)
        #expect(word.store == store && word.words == others, "\(word)")
        #expect(command.operands != nil)
        guard command.storeOperand != .first else { return }
        #expect(try read(name, others).store == nil)
        #expect(throws: UsageError("give \(store) or --store x, not both")) {
            try read(name, [store] + others + [Path("--store"), Path("x")])
        }
    }

    @Test("a file that could be something else is the store by its bytes, never by its name")
    func bytes() throws {
        try place.write(try picture(), to: "shop.magpie")
        try place.write([], to: "empty.magpie")
        let other = try Database(path: (place / "other.db").text, access: .create)
        try other.script("CREATE TABLE t (x)")
        try FileManager.default.createSymbolicLink(atPath: (place / "link").text, withDestinationPath: store.text)
        for name in ["shop.magpie", "empty.magpie", "other.db", "missing.magpie", "."] {
            let file = place / name
            for command in ["search", "discover", "index", "duplicates", "content import"] {
                #expect(try read(command, [file, Path("b")]).store == nil)
            }
            #expect(try read("rules check", [file]).store == nil)
        }
        #expect(try read("search", [place / "link", Path("a.jpg")]).store == place / "link")
        #expect(try read("search", [Path("milvus://db:19530/shop"), Path("a.jpg")]).words == [Path("a.jpg")])
        // Only the first word: a later one stays what it was.
        #expect(try read("search", [Path("a.jpg"), store]).store == nil)
        #expect(try read("rules check", [store]).words.isEmpty)
        #expect(throws: UsageError.self) { try read("index", [store, place / "link"]) }
        withExtendedLifetime(other) {}
    }

    /// `magpie index * --prune` in a folder with a store of other pictures would remove all of them.
    @Test(
        "with an option that removes something, the store has to be named",
        arguments: [
            ("index", "--prune"), ("index", "--max-removed=5"), ("duplicates", "--delete"), ("duplicates", "--move=x"),
            ("duplicates", "--link"), ("index", "--drop-misfits"),
        ])
    func removing(command: String, option: String) throws {
        let name = option.prefix { $0 != "=" }
        #expect(throws: UsageError("\(name) takes no store from a pattern such as *; give it as --store \(store)")) {
            try read(command, [store, Path("b.jpg"), Path(option)])
        }
        let named = try read(command, [Path("b.jpg"), Path("--store"), store, Path(option)])
        #expect(named.store == store && named.words == [Path("b.jpg")])
    }

    @Test("a store whose first pages are still in the log is one")
    func log() throws {
        let path = place / "new"
        let describer = BuiltInDescriber.shared
        let open = try CatalogStore(
            path: path.text,
            describer: DescriberIdentity(
                name: describer.identity, dimensions: describer.dimensions, colors: SearchEngine.paletteBytes),
            mode: .create)
        #expect(path.isStore)
        withExtendedLifetime(open) {}
    }

    @Test("where another word would make a store, it must be there; restore takes whatever is first")
    func existing() throws {
        #expect(throws: UsageError("serve found no store '8080'; --store makes one")) {
            try read("serve", [Path("8080")])
        }
        #expect(throws: UsageError("recommend found no store 'bag-001'; --seed ID names an item")) {
            try read("recommend", [Path("bag-001")])
        }
        let (file, ids) = try read("store restore", [Path("none.magpie"), Path("a"), Path("b")])
        #expect(file == Path("none.magpie") && ids == [Path("a"), Path("b")])
        #expect(try read("store restore", [Path("--store"), Path("x"), store]).words == [store])
        #expect(throws: UsageError("info takes one store, a, but was also given 'b'")) {
            try read("info", [Path("a"), Path("b")])
        }
    }
}
