import Foundation
import TestSupport
import Testing

/// The modules that a client brings into an app, read from the sources.
@Suite("Imports of the clients")
struct ImportTests {
    private static let clients = [
        "SearchClient", "ViSearchClient", "DynamicYieldClient", "BloomreachClient", "HaloClient", "ProductSearchClient",
        "ViSenzeClient",
    ]
    private static let foundation: Set = [
        "Foundation", "FoundationEssentials", "FoundationNetworking", "Glibc", "Dispatch", "Swift", "Synchronization",
    ]
    /// Only behind a condition: they are there on Apple's systems alone.
    private static let apple: Set = ["CoreGraphics", "ImageIO", "UniformTypeIdentifiers", "UIKit"]

    /// The sources of a target, in any language.
    private static func files(of target: String) throws -> [(name: String, text: String)] {
        let folder = try #require(SharedData.sources[target])
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        let endings = [".swift", ".c", ".h", ".modulemap"]
        return try names.filter { name in endings.contains(where: name.hasSuffix) }.map {
            (target + "/" + $0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
        }
    }

    /// The files of a client and of all our modules that it imports.
    private static func closure(of client: String) throws -> [(name: String, text: String)] {
        var (waiting, seen): ([String], Set<String>) = ([client], [])
        var all: [(name: String, text: String)] = []
        while let target = waiting.popLast() {
            guard seen.insert(target).inserted else { continue }
            for file in try files(of: target) {
                all.append(file)
                waiting += imports(in: file.text).map(\.module).filter { SharedData.sources[$0] != nil }
            }
        }
        return all
    }

    /// The modules that a text imports. What stands behind a condition is indented.
    private static func imports(in text: String) -> [(module: String, isConditional: Bool)] {
        text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard let place = words.prefix(3).firstIndex(of: "import"), place + 1 < words.count,
                words[..<place].allSatisfy({ $0.hasPrefix("@") || ["public", "package", "internal"].contains($0) })
            else { return nil }
            return (String(words[place + 1]), line.hasPrefix(" "))
        }
    }

    @Test("a client and all modules that it imports are Swift, and import nothing but Foundation", arguments: clients)
    func foundationOnly(_ client: String) throws {
        let files = try Self.closure(of: client)
        #expect(files.count > 20)
        for (name, text) in files {
            #expect(name.hasSuffix(".swift"), "\(name) is no Swift")
            for (module, isConditional) in Self.imports(in: text) where SharedData.sources[module] == nil {
                let isAllowed = Self.foundation.contains(module) || isConditional && Self.apple.contains(module)
                #expect(isAllowed, "\(name) imports \(module)")
            }
        }
    }

    /// The whole of it is half of a program that brings its libraries along.
    @Test("nothing but the clients imports all of Foundation")
    func essentials() throws {
        let targets = SharedData.sources.keys.filter { !Self.clients.contains($0) && $0 != "Essentials" }
        #expect(targets.contains("magpie") && targets.contains("SearchServer"))
        for (name, text) in try targets.flatMap(Self.files) {
            #expect(!Self.imports(in: text).contains { $0.module.hasPrefix("Foundation") }, "\(name)")
        }
    }

    @Test("the privacy manifest names the data that is sent, and no call that needs a reason is made")
    func privacy() throws {
        let folder = try #require(SharedData.sources["SearchClient"])
        let data = try Data(contentsOf: folder.appending(path: "PrivacyInfo.xcprivacy"))
        // Safe: the format is not asked for, so that nothing is written.
        let list = try unsafe PropertyListSerialization.propertyList(from: data, format: nil)
        let manifest = try #require(list as? [String: Any])
        #expect(manifest["NSPrivacyTracking"] as? Bool == false)
        let collected = try #require(manifest["NSPrivacyCollectedDataTypes"] as? [[String: Any]])
        let prefix = "NSPrivacyCollectedDataType"
        #expect(
            Set(collected.compactMap { $0[prefix] as? String })
                == Set(
                    ["PhotosorVideos", "SearchHistory", "ProductInteraction", "PurchaseHistory", "UserID"].map {
                        prefix + $0
                    }))
        for type in collected {
            #expect(type["NSPrivacyCollectedDataTypeLinked"] as? Bool == false)
            #expect((type["NSPrivacyCollectedDataTypePurposes"] as? [String])?.isEmpty == false)
        }
        #expect((manifest["NSPrivacyAccessedAPITypes"] as? [Any])?.isEmpty == true)
        // Calls of Apple's list that need a reason.
        let calls = [
            "UserDefaults", "creationDateKey", "contentModificationDateKey", "attributesOfItem", "systemUptime",
            "attributesOfFileSystem", "mach_absolute_time", "volumeAvailableCapacity", "volumeTotalCapacity",
            "activeInputModes", "getattrlist", " stat(", " fstat(", " lstat(", "fstatat(", "statfs(", "statvfs(",
        ]
        var seen: Set<String> = []
        for (name, text) in try Self.clients.flatMap(Self.closure) where seen.insert(name).inserted {
            #expect(calls.filter(text.contains) == [], "\(name)")
        }
    }
}
