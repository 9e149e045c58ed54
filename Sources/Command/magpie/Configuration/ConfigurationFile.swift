import Essentials

/// A file of settings, `name = value` a line.
struct ConfigurationFile {
    let path: Path
    let environment: [String: String]

    /// Returns the settings of the file in the order of its lines.
    func settings<Target>(_ options: [Option<Target>]) throws -> [Setting<Target>] {
        let options = options.filter { $0.description.plainName != "config" }
        // Reading refuses a file without a byte, which has no settings.
        if let status = try? FileStatus.of(path), status.kind == .file, status.size == 0 { return [] }
        let text = try TextFile.text(of: path, "the settings")
        var settings: [Setting<Target>] = []
        var lines: [String: Int] = [:]
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let source = SettingSource.file(path, line: index + 1)
            guard let (name, written) = try Self.parts(of: line, source) else { continue }
            guard let option = options.first(where: { $0.description.plainName == name }) else {
                throw source.error(Self.unknown(name, among: options.map(\.description.plainName)))
            }
            if let earlier = lines.updateValue(index + 1, forKey: name), !option.description.isRepeatable {
                throw source.error("line \(earlier) sets \(name) as well; leave out one of the two")
            }
            let value = try written.map { text throws(UsageError) in try place(Path(text), of: option, source) }
            settings.append(
                Setting(option: option, content: try option.content(value, from: source), source: source))
        }
        if settings.contains(where: \.option.description.isSecret) {
            try path.checkAccess(holding: "the keys")
        }
        return settings
    }

    private static func unknown(_ name: String, among names: [String]) -> String {
        if name == "config" { return "a file of settings names no other one: leave out config" }
        let plain = String(name.drop { $0 == "-" })
        let meant = names.contains(plain) ? plain : nearest(to: plain, among: names)
        return "there is no setting '\(name.quoted)'" + (meant.map { "; did you mean \($0)?" } ?? "")
    }

    /// The name and the value of a line; nil for a line without a setting, and no value for a name alone.
    private static func parts(
        of line: Substring, _ source: SettingSource
    ) throws(UsageError) -> (name: String, value: String?)? {
        let line = line.trimmingWhitespace()
        if line.isEmpty || line.first == "#" { return nil }
        let end = line.firstIndex { $0 == "=" || $0 == "#" }
        let name = (end.map { line[..<$0] } ?? line[...]).trimmingWhitespace()
        if name.contains(where: \.isWhitespace) || name.isEmpty {
            // The rest of the line may be a secret.
            let word = String(name.prefix { !$0.isWhitespace })
            throw source.error(
                word.isEmpty ? "there is no name before =" : "there is no = after \(word.quoted); write name = value")
        }
        guard let end, line[end] == "=" else { return (name, nil) }
        let rest = line[line.index(after: end)...].trimmingWhitespace()
        guard let quote = rest.first, quote == "\"" || quote == "'" else {
            return (
                name,
                (rest.firstMatch(of: #/(^|\s)#/#).map { rest[..<$0.range.lowerBound] } ?? rest[...])
                    .trimmingWhitespace()
            )
        }
        let inner = rest.dropFirst()
        guard let close = inner.firstIndex(of: quote) else { throw source.error("the quote of \(name) does not end") }
        let after = inner[inner.index(after: close)...].trimmingWhitespace()
        if !after.isEmpty, after.first != "#" { throw source.error("words follow the quoted value of \(name)") }
        return (name, String(inner[..<close]))
    }

    /// Returns the value, and of a file or folder the path from the folder of this file.
    private func place<Target>(
        _ value: Path, of option: Option<Target>, _ source: SettingSource
    ) throws(UsageError) -> Path {
        guard [.file, .folder].contains(option.description.kind), !value.bytes.isEmpty, !value.isMilvus else {
            return value
        }
        let components = value.text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        if ["$CREDENTIALS_DIRECTORY", "${CREDENTIALS_DIRECTORY}"].contains(components[0]) {
            guard let folder = environment["CREDENTIALS_DIRECTORY"] else {
                throw source.error("CREDENTIALS_DIRECTORY is not set; systemd sets it with LoadCredential=")
            }
            return Path(folder) / Path(String(components.last ?? ""))
        }
        if let first = components[0].first, first == "$" || first == "~" {
            throw source.error("'\(String(components[0]).quoted)' is not replaced; only $CREDENTIALS_DIRECTORY is")
        }
        let folder = path.parent
        return value.isAbsolute || folder == Path(".") ? value : folder / value
    }
}
