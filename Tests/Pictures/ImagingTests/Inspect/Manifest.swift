import Foundation
import TestSupport

/// One row of the table that says what every file of the input set must give.
struct ManifestRow: Sendable {
    let file: String
    let format: String
    let expected: String
    /// Upright size that stock libvips reports, `WxH`; empty where it refuses the file.
    let uprightSize: String
    /// Empty where the file has no such tag.
    let orientation: String
    let url: URL

    /// All rows whose file is there; rows that are recipes for awkward files are left out.
    static let all: [ManifestRow] = {
        guard let folder = SharedData.folder("inputs"),
            let text = try? String(contentsOf: folder.appending(path: "manifest.csv"), encoding: .utf8)
        else { return [] }
        let table = parseCSV(text)
        guard let names = table.first else { return [] }
        return table.dropFirst().compactMap { fields in
            let cells = Dictionary(zip(names, fields), uniquingKeysWith: { first, _ in first })
            let file = cells["file"] ?? ""
            let url = folder.appending(path: file)
            guard FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) else { return nil }
            return ManifestRow(
                file: file, format: cells["format"] ?? "", expected: cells["expected"] ?? "",
                uprightSize: cells["vips_dims_upright"] ?? "", orientation: cells["orientation"] ?? "", url: url)
        }
    }()

    func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: url)) }
}

/// Comma-separated values with quoted fields, which may contain commas, line ends and doubled quotes.
private func parseCSV(_ text: String) -> [[String]] {
    var rows: [[String]] = []
    var row: [String] = []
    var field = ""
    var isQuoted = false
    var previous: Character = ","
    for character in text {
        defer { previous = character }
        switch character {
        case "\"":
            // A doubled quote closes and opens again, which restores one of the two.
            if !isQuoted, previous == "\"" { field.append(character) }
            isQuoted.toggle()
        case "," where !isQuoted:
            row.append(field)
            field = ""
        case "\n" where !isQuoted, "\r\n" where !isQuoted:
            rows.append(row + [field])
            row = []
            field = ""
        default:
            field.append(character)
        }
    }
    return rows
}
