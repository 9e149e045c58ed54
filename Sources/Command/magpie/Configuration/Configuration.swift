import Essentials

/// The settings of a command from the command line, the environment and a file.
struct Configuration<Target> {
    /// The options that the environment may set, and the file but for `--config`.
    let options: [Option<Target>]
    let environment: [String: String]

    /// Variables of other parts of the program.
    private static var otherVariables: Set<String> { ["MAGPIE_ISA", "MAGPIE_MILVUS_TOKEN"] }

    /// Returns the settings of all places, of each option only those of the strongest place.
    func settings(_ given: [Setting<Target>]) throws -> [Setting<Target>] {
        let surrounding = try fromEnvironment()
        let file = given.last { $0.name == "config" } ?? surrounding.first { $0.name == "config" }
        var written: [Setting<Target>] = []
        if case .value(let file) = file?.content {
            written = try ConfigurationFile(path: file, environment: environment).settings(options)
        }
        var taken: Set<String> = []
        var result: [Setting<Target>] = []
        for settings in [given, surrounding, written] {
            result += settings.filter { !taken.contains($0.name) }
            taken.formUnion(settings.map(\.name))
        }
        return result
    }

    private func fromEnvironment() throws(UsageError) -> [Setting<Target>] {
        var settings: [Setting<Target>] = []
        for option in options {
            let variable = option.description.variable
            // As in other programs, an empty variable counts as none.
            guard let text = environment[variable], !text.isEmpty else { continue }
            // Kubernetes describes a service named magpie to its containers in this way.
            if variable == "MAGPIE_PORT", text.contains(#/^[a-z]+:\/\//#) {
                note("magpie: MAGPIE_PORT=\(text.quoted) comes from Kubernetes and is no port; it is ignored\n")
                continue
            }
            let source = SettingSource.environment(variable: variable)
            let values = option.description.isRepeatable ? text.split(whereSeparator: \.isNewline) : [text[...]]
            for value in values {
                settings.append(
                    Setting(
                        option: option, content: try option.content(Path(String(value)), from: source), source: source))
            }
        }
        noteUnknownVariables()
        return settings
    }

    /// Other programs share the environment, so a name that nothing reads is no error.
    private func noteUnknownVariables() {
        let names = options.map(\.description.plainName)
        let known = Self.otherVariables.union(options.map(\.description.variable))
        for variable in environment.keys.sorted() where variable.hasPrefix("MAGPIE_") && !known.contains(variable) {
            let name = variable.dropFirst("MAGPIE_".count).lowercased().replacing("_", with: "-")
            guard let near = nearest(to: name, among: names) else { continue }
            let meant = "MAGPIE_" + near.uppercased().replacing("-", with: "_")
            note("magpie: no option reads the variable \(variable.printable); did you mean \(meant)?\n")
        }
    }
}

extension Option {
    /// The content of a setting outside of the command line. Nil is a name without a value.
    func content(_ text: Path?, from source: SettingSource) throws(UsageError) -> SettingContent {
        let isFlag = valueName == nil
        guard let text else {
            if isFlag || isValueOptional { return .on }
            let name = description.plainName
            throw source.error("\(name) needs a value: \(name) = \(valueName ?? "")")
        }
        guard isFlag || isValueOptional else { return .value(text) }
        switch text.text {
        case "true", "1": return .on
        case "false", "0": return .off
        default:
            if isValueOptional { return .value(text) }
            throw source.error("\(description.plainName) is true or false, not '\(text.text.quoted)'")
        }
    }
}
