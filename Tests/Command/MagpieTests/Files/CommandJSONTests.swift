import Foundation
import TestSupport
import Testing

@testable import magpie

/// The article "JSON of the command" has the members that its commands write, all of them and no others.
@Suite("JSON of the command", .timeLimit(.minutes(15)))
struct CommandJSONTests {
    private struct Section: Sendable {
        let title: String
        var commands: [String] = []
        var members: Set<String> = []
    }

    private static let sections: [Section] = {
        let file = "Sources/Search/VisualSearch/VisualSearch.docc/CommandJSON.md"
        let text = (try? String(contentsOf: SharedData.package.appending(path: file), encoding: .utf8)) ?? ""
        var sections: [Section] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("## ") { sections.append(Section(title: String(line.dropFirst(3)))) }
            guard !sections.isEmpty else { continue }
            if line.hasPrefix("    magpie ") {
                sections[sections.count - 1].commands.append(line.trimmingCharacters(in: .whitespaces))
            } else if line.hasPrefix("| `"), let cell = line.dropFirst(2).split(separator: " |").first {
                sections[sections.count - 1].members.formUnion(cell.matches(of: /`([^`]+)`/).map { String($0.1) })
            }
        }
        return sections
    }()

    /// Members that the article describes once for all commands.
    private static let common = sections.first { $0.title == "Members of many lines" }?.members ?? []
    private static let hit = sections.reduce(into: Set<String>()) { all, section in
        all.formUnion(section.members.filter { $0.hasPrefix("hit.") })
    }

    /// The names of the forms that are described once, by the member that holds them.
    private static let forms = [
        "hits": "hit", "nearest": "hit", "notices": "notice", "outputs": "output", "error": "error",
    ]

    /// The paths of all members that have a value without members of its own.
    private func paths(of value: Any, at path: String, into found: inout Set<String>) {
        let last = path.split(separator: ".").last.map { String($0).replacing("[]", with: "") } ?? ""
        if let members = value as? [String: Any], last != "attributes" {
            let form = Self.forms[last]
            if form != nil, form != "error" { found.insert(path) }
            let prefix = form ?? path
            for (name, member) in members {
                paths(of: member, at: prefix.isEmpty ? name : "\(prefix).\(name)", into: &found)
            }
        } else if let values = value as? [Any], let first = values.first, first is [String: Any] {
            for value in values { paths(of: value, at: path + "[]", into: &found) }
        } else if (value as? [Any])?.isEmpty != true {
            found.insert(path)
        }
    }

    @Test("each command of the article writes the members of its table, and all of them are written")
    func members() throws {
        let place = try ExamplePlace()
        try place.run(
            """
            head -c 20000 photo.jpg > cut.jpg; magpie prep photos/my-bag-002.jpg -o small --size 200 -q
            find small -name '*.jpg' -exec cp {} small.jpg ';'; magpie index photos --store few.magpie -q
            """)
        var all: Set<String> = []
        #expect(Self.sections.count > 10)
        for section in Self.sections where !section.commands.isEmpty {
            if section.title == "magpie duplicates" {
                try place.run("cp photos/my-bag-001.jpg photos/copy.jpg; cp small.jpg photos")
            }
            var written: Set<String> = []
            for command in section.commands {
                let ended = try place.run(command)
                #expect([0, 2, 3].contains(ended.code), "\(command): \(ended.errors)")
                for line in try ended.json() { paths(of: line, at: "", into: &written) }
            }
            #expect(!written.isEmpty, "\(section.title)")
            let known = section.members.union(Self.common).union(Self.hit)
            #expect(written.subtracting(known).sorted() == [], "not described: \(section.title)")
            let own = section.members.filter { !$0.hasPrefix("hit.") }
            #expect(own.subtracting(written).sorted() == [], "never written: \(section.title)")
            all.formUnion(written)
        }
        #expect(Self.common.union(Self.hit).subtracting(all).sorted() == [])
    }
}
