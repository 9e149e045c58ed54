import Essentials
import ImageTypes

/// The license and the languages of a model, from its license file and the front matter of its `README.md`.
package struct ModelCard: Hashable, Sendable {
    /// The license as the front matter names it, as `apache-2.0`; its `license_name` where it says `other`.
    package internal(set) var license: String?
    /// The file with the text of the license.
    package internal(set) var licenseFile: ModelFile?
    /// The hash of that text, 32 hexadecimal digits; no protection against forgery.
    package internal(set) var licenseHash: String?
    /// The codes of the languages that the front matter names, as `en`.
    package internal(set) var languages: [String] = []

    init() {}

    /// The most bytes of a front matter and of a license: 1 MiB.
    private static let limit = 1 << 20

    init(_ files: FolderFiles) throws(ModelFolderError) {
        for name in try files.names() {
            let stem = name.lowercased().split(separator: ".").first.map(String.init) ?? ""
            guard ["license", "licence", "copying"].contains(stem), let file = try files.file(name) else { continue }
            guard file.bytes <= Self.limit else {
                throw ModelFolderError(name, found: "\(file.bytes) bytes", expected: "at most \(Self.limit) bytes")
            }
            licenseFile = file
            licenseHash = try files.bytes(of: file, count: Self.limit).contentHash.hexadecimal
            break
        }
        guard let file = try files.file("README.md") else { return }
        read(String(decoding: try files.bytes(of: file, count: Self.limit), as: UTF8.self))
    }

    /// Reads the lines between the first two `---`: texts, lists in brackets, and lists of lines that begin with `-`.
    private mutating func read(_ text: String) {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        guard lines.first?.trimmingBlanks() == "---" else { return }
        guard let end = lines.dropFirst().firstIndex(where: { $0.trimmingBlanks() == "---" }) else { return }
        var (key, values) = ("", [String: [String]]())
        for line in lines[1..<end] {
            let trimmed = line.trimmingBlanks()
            if trimmed.hasPrefix("- ") {
                values[key, default: []].append(Self.plain(trimmed.dropFirst(2)))
            } else if line.first?.isWhitespace != true, let colon = line.firstIndex(of: ":") {
                key = String(line[..<colon])
                let rest = line[line.index(after: colon)...].trimmingBlanks()
                let isList = rest.hasPrefix("[") && rest.hasSuffix("]")
                let parts = isList ? rest.dropFirst().dropLast().split(separator: ",") : [rest[...]]
                values[key] = parts.map(Self.plain).filter { !$0.isEmpty }
            }
        }
        languages = values["language"] ?? []
        license = values["license"]?.first
        if license == "other", let name = values["license_name"]?.first { license = name }
    }

    private static func plain(_ text: Substring) -> String {
        let text = text.trimmingBlanks()
        guard text.count >= 2, let first = text.first, first == text.last, first == "\"" || first == "'" else {
            return text
        }
        return String(text.dropFirst().dropLast())
    }
}
