import Essentials
import VisualSearch
import WireFormat

/// The groups that a search has found, with the names of their files.
struct FoundDuplicates {
    struct Failure {
        let path: Path
        let error: ImageError
    }

    let files: [Input]
    let result: Duplicates
    let unusable: [Failure]
    let seconds: Double
    /// Files whose descriptions a store had.
    let reused: Int

    var groups: [DuplicateGroup] { result.groups }
    var failures: [Failure] { unusable + result.failures.map { Failure(path: files[$0.file].path, error: $0.error) } }

    func path(of member: DuplicateMember) -> Path { files[member.file].path }

    /// The groups as a person reads them.
    var text: String {
        groups.map { group in
            "\(group.kind.title), keep \(path(of: group.kept).text.printable) (\(group.why))\n"
                + group.others.map { TextTable.row(path(of: $0).text.printable, $0.facts) }.joined()
        }
        .joined() + parts
    }

    /// The pictures inside others, which no removal takes.
    private var parts: String {
        result.parts.map { found in
            let (whole, part) = (files[found.whole].path, files[found.part].path)
            let (box, share) = (found.box, (found.agreement * 100).rounded(places: 0) ?? "–")
            let facts =
                "at \(box.left),\(box.top), \(box.width) x \(box.height), \(share) % agree, stays"
            return "picture inside, \(whole.text.printable)\n" + TextTable.row(part.text.printable, facts)
        }
        .joined()
    }

    /// - Parameter action: The removal that was asked for and not applied; nil for none.
    func summary(_ action: Removal.Action?) -> String {
        var text = "\(Numbers.plural(result.files, "file")) in \(Numbers.duration(seconds))"
        if reused > 0 { text += ", \(Numbers.count(reused)) as the store describes them" }
        text += "\n"
        for kind in DuplicateGroup.Kind.allCases {
            let same = groups.filter { $0.kind == kind }
            if same.isEmpty { continue }
            let others = same.flatMap(\.others)
            let bytes = Numbers.bytes(others.reduce(0) { $0 + Double($1.bytes) })
            text +=
                "  \(kind.title): \(Numbers.plural(others.count, "file")) (\(bytes)) beside "
                + "\(Numbers.plural(same.count, "kept one"))\n"
        }
        if groups.isEmpty { text += "  no duplicates\n" }
        if !result.parts.isEmpty {
            text += "  \(Numbers.plural(result.parts.count, "picture")) inside another one, which all stay\n"
        }
        let staying = groups.filter { $0.kind != .alike }.flatMap(\.others).count { $0.obstacle != nil }
        if staying > 0 {
            text += "  \(Numbers.count(staying)) of these would not be removed, for the reasons above\n"
        }
        let saying = groups.flatMap(\.others).count { if case .text? = $0.obstacle { true } else { false } }
        if saying > 0 {
            text +=
                "  \(Numbers.plural(saying, "file")) beside one that looks the same, for a word that was read in one of the two\n"
        }
        if !result.links.isEmpty {
            text += "  \(Numbers.plural(result.links.count, "link")) to files that are counted, which take no space\n"
        }
        if !failures.isEmpty { text += "  \(Numbers.plural(failures.count, "error"))\n" }
        if let action {
            let count = groups.reduce(0) { sum, group in
                sum + group.others.count { action.takes($0, in: group) }
            }
            text += "  nothing was changed: --apply would \(action.rawValue) \(Numbers.plural(count, "file"))\n"
        }
        return text
    }

    /// One line of JSON for each group, and for each file that could not be looked at.
    var lines: String {
        groups.map { group in
            JSONWriter.line { json in
                json.member("ok", true)
                json.member("same", group.kind.rawValue)
                json.member("kept") { write(group.kept, to: &$0) }
                json.member("others", array: group.others) { json, member in
                    json.object {
                        write(member, to: &$0)
                        // False if --delete and --move leave it, for the reason beside.
                        $0.member("removable", member.obstacle == nil)
                        if let obstacle = member.obstacle {
                            $0.member("stays", obstacle.word)
                            $0.member("because", obstacle.description)
                        }
                    }
                }
                json.member("reason", group.reason.rawValue)
                json.member("why", group.why)
            }
        }
        .joined() + partLines
            + failures.map { Outcome(path: $0.path, result: .failure($0.error)).line(shard: .whole) }.joined()
    }

    private var partLines: String {
        result.parts.map { found in
            JSONWriter.line { json in
                json.member("ok", true)
                json.member("related", "contains")
                json.member("path", files[found.whole].path)
                json.member("part", files[found.part].path)
                json.member("box", found.box)
                json.member("agreement", found.agreement, places: 4)
                json.member("removable", false)
            }
        }
        .joined()
    }

    private func write(_ member: DuplicateMember, to json: inout JSONWriter) {
        json.member("path", path(of: member))
        if let size = member.size {
            json.member("width", size.width)
            json.member("height", size.height)
        }
        json.member("bytes", member.bytes)
        json.member("modified", member.date)
        if let similarity = member.similarity { json.member("similarity", similarity, places: 4) }
        if let turn = member.turn { json.member("turn", turn.description) }
    }
}

extension DuplicateGroup.Kind {
    var title: String {
        switch self {
        case .bytes: "same bytes"
        case .picture: "same picture"
        case .alike: "look alike"
        }
    }
}

extension DuplicateGroup {
    /// The reason for the kept file, with the figures that decided.
    var why: String {
        let next = others[0]
        return switch reason {
        case .file: "a file; the next is a symbolic link"
        case .raw: "a picture; the next is a camera's RAW file, which stays as well"
        case .depth: "most bits per channel; as many pixels"
        case .colors: "can hold the most colors; as many pixels"
        case .words: "has the most words: captions, keywords, names, ratings, comments"
        case .more: "has the most beside its pixels"
        case .camera: "has most of what a camera wrote"
        case .quality: "coded most finely"
        case .pixels: "most pixels: \(kept.pixels), next \(next.pixels)"
        case .bytes: "most bytes: \(Numbers.bytes(Double(kept.bytes))), next \(Numbers.bytes(Double(next.bytes)))"
        case .age:
            kept.date == next.date
                ? "oldest, by \(Numbers.duration(Double(next.modified - kept.modified) / 1e9))"
                : "oldest: \(kept.date), next \(next.date)"
        case .order: "first by name; all else is equal"
        }
    }
}

extension DuplicateMember {
    fileprivate var pixels: String { size.map { "\($0.width) x \($0.height)" } ?? "unknown" }

    /// Seconds in the time of Greenwich.
    var date: String { Date(timeIntervalSince1970: Double(modified) / 1e9).formatted(.iso8601) }

    /// Size, bytes and turn.
    var facts: String {
        var parts = size == nil ? [] : [pixels]
        parts.append(Numbers.bytes(Double(bytes)))
        if let turn { parts.append(turn.description) }
        if let similarity { parts.append("similarity \(similarity.rounded(places: 3) ?? "–")") }
        if let obstacle { parts.append("stays: \(obstacle)") }
        return parts.joined(separator: ", ")
    }
}
