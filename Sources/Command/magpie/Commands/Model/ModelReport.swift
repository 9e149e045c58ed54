import Essentials
import Imaging
import Models
import WireFormat

/// The findings of `magpie model check`, for people and as JSON.
struct ModelReport {
    let path: Path
    let check: ModelCheck

    private var folder: ModelFolder { check.folder }

    /// The lines of the terminal.
    var text: String {
        var rows: [(String, String)] = [("layout", folder.layout.rawValue), ("identity", check.identity)]
        if let tower = folder.picture {
            let size = tower.preprocessing.size
            rows.append(("picture tower", Self.text(tower.graph)))
            rows.append(("", "\(size.width) x \(size.height) pixels, \(tower.preprocessing.text)"))
            if let tried = check.picture { rows += Self.rows(tried, "a picture") }
        }
        if let tower = folder.text {
            rows.append(("text tower", Self.text(tower.graph)))
            rows.append(
                (
                    "",
                    "\(tower.tokenizer.name.printable), \(Numbers.bytes(Double(tower.tokenizer.bytes))), at most "
                        + "\(tower.length) tokens"
                ))
            if let tried = check.text { rows += Self.rows(tried, "a text") }
        }
        rows.append(("license", license))
        rows.append(
            ("languages", folder.card.languages.isEmpty ? "not named" : folder.card.languages.joined(separator: ", ")))
        for notice in folder.notices { rows.append(("notice", notice)) }
        for comparison in check.comparisons {
            rows.append(
                (
                    "self-test",
                    "\(comparison.cosine.shown(3))  \(comparison.name)"
                        + (comparison.isPlausible ? "" : ": no usable model has that")
                ))
        }
        return path.text.printable + "\n" + TextTable.facts(rows.map { ($0, $1.printable) })
    }

    private var license: String {
        let file = folder.card.licenseFile.map { "\($0.name), \(folder.card.licenseHash ?? "")" }
        return switch (folder.card.license, file) {
        case (let name?, let file?): "\(name) (\(file))"
        case (let name?, nil): name
        case (nil, let file?): file
        case (nil, nil): "none named: ask whoever made the model"
        }
    }

    private static func text(_ graph: ModelGraph) -> String {
        let bytes = graph.file.bytes + graph.data.reduce(0) { $0 + $1.bytes }
        return "\(graph.file.name), \(Numbers.bytes(Double(bytes))), \(graph.precision.rawValue)"
    }

    private static func rows(_ tower: ModelCheck.Tower, _ input: String) -> [(String, String)] {
        let times = tower.times.sorted { $0.key < $1.key }.map {
            "\($0.value.shown(1)) ms with \(Numbers.plural($0.key, "thread"))"
        }
        let memory = tower.resident.map { ", \(Numbers.bytes(Double($0)))" } ?? ""
        return [
            ("", "\(tower.dimensions) values; open after \(tower.opening.shown(2)) s\(memory)"),
            ("", "\(input): \(times.joined(separator: ", "))"),
        ]
    }

    /// The line of JSON.
    var line: String {
        JSONWriter.line { json in
            json.member("path", path)
            json.member("layout", folder.layout.rawValue)
            json.member("identity", check.identity)
            if let tower = folder.picture, let tried = check.picture {
                json.member("picture") {
                    $0.member("width", tower.preprocessing.size.width)
                    $0.member("height", tower.preprocessing.size.height)
                    Self.write(tried, tower.graph, to: &$0)
                }
            }
            if let tower = folder.text, let tried = check.text {
                json.member("text") {
                    $0.member("tokens", tower.length)
                    Self.write(tried, tower.graph, to: &$0)
                }
            }
            if let license = folder.card.license { json.member("license", license) }
            json.member("languages", array: folder.card.languages) { $0.value($1) }
            json.member("notices", array: folder.notices) { $0.value($1) }
            json.member("comparisons", array: check.comparisons) { json, comparison in
                json.object {
                    $0.member("name", comparison.name)
                    $0.member("cosine", comparison.cosine, places: 4)
                    $0.member("plausible", comparison.isPlausible)
                }
            }
            json.member("plausible", check.isPlausible)
        }
    }

    private static func write(_ tower: ModelCheck.Tower, _ graph: ModelGraph, to json: inout JSONWriter) {
        json.member("file", graph.file.name)
        json.member("bytes", graph.file.bytes + graph.data.reduce(0) { $0 + $1.bytes })
        json.member("numbers", graph.precision.rawValue)
        json.member("dimensions", tower.dimensions)
        json.member("opening_ms", tower.opening * 1000, places: 1)
        if let resident = tower.resident { json.member("memory", resident) }
        json.member("threads", tower.bestThreads)
        json.member("ms", tower.times[tower.bestThreads] ?? 0, places: 2)
    }
}

extension PicturePreprocessing {
    /// The steps in words.
    fileprivate var text: String {
        let steps =
            switch resize {
            case .keep: "center crop"
            case .squash: "squashed"
            case .shortSide(let side): "short side to \(side), center crop"
            }
        return "\(steps), \(filter)"
    }
}

extension Double {
    /// With so many places; a dash for no number.
    fileprivate func shown(_ places: Int) -> String { rounded(places: places) ?? "–" }
}
