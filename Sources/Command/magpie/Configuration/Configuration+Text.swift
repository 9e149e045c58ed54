import Essentials

extension Configuration {
    /// The configuration as a file of settings, each with its place. Secrets are left out.
    func text(_ settings: [Setting<Target>]) -> String {
        let rows = options.filter { $0.description.plainName != "config" }.flatMap { option in
            let description = option.description
            let given = settings.filter { $0.name == description.plainName }
            // Of a setting that is repeated where it may not be, the last one counts.
            let counted = description.isRepeatable ? given : given.suffix(1)
            if counted.isEmpty { return [(Self.standard(description), "default")] }
            return counted.map { (Self.line($0), "\($0.source)") }
        }
        let width = min(rows.map { $0.0.count }.max() ?? 0, 48)
        return rows.map { "\($0.0.padded(to: width))  # \($0.1)\n" }.joined()
    }

    private static func line(_ setting: Setting<Target>) -> String {
        if setting.option.description.isSecret { return "# \(setting.name) is set" }
        switch setting.content {
        case .on: return "\(setting.name) = true"
        case .off: return "\(setting.name) = false"
        case .value(let value):
            // An address may hold a password.
            return line(setting.name, value.text.printable.replacing(#/:\/\/[^\/@\s]*@/#, with: "://…@"))
        }
    }

    private static func line(_ name: String, _ text: String) -> String {
        let isPlain = !text.isEmpty && !text.contains(#/^["']|^\s|\s$|(^|\s)#/#)
        let quote = text.contains("\"") ? "'" : "\""
        return "\(name) = \(isPlain ? text : quote + text + quote)"
    }

    /// A comment. Without its mark it is a line that changes nothing, where the default is a fixed value.
    private static func standard(_ option: OptionDescription) -> String {
        switch option.standard {
        case _ where option.kind == nil: "# \(option.plainName) = false"
        case .value(let text)? where !option.isSecret: "# " + line(option.plainName, text)
        case .clause(let text)? where !option.isSecret: "# \(option.plainName) is not set: \(text)"
        default: "# \(option.plainName) is not set"
        }
    }
}
