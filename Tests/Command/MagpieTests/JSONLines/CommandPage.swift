import Foundation
import TestSupport
import WireFormat

/// The tables of `CommandJSON.md`, and the members of them that lines have had.
struct CommandPage {
    private struct Member {
        let type: String
        let meaning: String
    }

    /// The members of each table, by its heading.
    private var tables: [String: [String: Member]] = [:]
    private var seen: Set<String> = []
    /// Members without a row, and values of another type.
    private(set) var faults: Set<String> = []

    init() throws {
        let file = SharedData.package.appending(path: "Sources/Command/magpie/magpie.docc/CommandJSON.md")
        var heading = ""
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            if line.hasPrefix("#") {
                heading = line.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces)
            } else if let row = line.wholeMatch(of: /\| `(\w+)` \| ([^|]+) \| (.+) \|/) {
                tables[heading, default: [:]][String(row.1)] = Member(
                    type: String(row.2), meaning: String(row.3))
            }
        }
    }

    /// Members that no line has had, without those that the page has for a named case only.
    var unseen: [String] {
        tables.flatMap { table, members in
            members.filter { !$1.meaning.hasPrefix("Only ") && !seen.contains("\(table): \($0)") }
                .map { "\(table): \($0.key)" }
        }
        .sorted()
    }

    /// Checks each line of an output by a table.
    mutating func check(_ output: [UInt8], by table: String) throws {
        let lines = output.split(separator: UInt8(ascii: "\n"))
        if lines.isEmpty { faults.insert("\(table): no lines") }
        for line in lines { check(try JSONValue(parsing: Array(line)), type: table, at: table) }
    }

    private mutating func check(_ value: JSONValue, type: String, at place: String) {
        if let members = tables[type] {
            guard case .object(let object) = value else {
                faults.insert("\(place) is no object")
                return
            }
            for (name, value) in object {
                let isBytes = name.hasSuffix("Base64") && members[String(name.dropLast(6))]?.type == "path"
                if isBytes { continue }
                guard let member = members[name] else {
                    faults.insert("\(type) has no row for \(name)")
                    continue
                }
                seen.insert("\(type): \(name)")
                check(value, type: member.type, at: "\(place).\(name)")
            }
        } else if type.hasPrefix("["), case .array(let values) = value {
            for value in values { check(value, type: String(type.dropFirst().dropLast()), at: place) }
        } else if !type.components(separatedBy: " or ").contains(where: { value.isOfType($0) }) {
            faults.insert("\(place) is not \(type)")
        }
    }
}

extension JSONValue {
    /// True for a value of a scalar type of the page, or of a map.
    fileprivate func isOfType(_ name: String) -> Bool {
        switch (name, self) {
        case ("string", .string), ("path", .string), ("boolean", .bool), ("null", .null), ("map", .object): true
        case ("integer", .int), ("number", .int), ("number", .number): true
        default: false
        }
    }
}
