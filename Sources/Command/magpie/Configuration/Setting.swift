/// An option and what one place says about it.
struct Setting<Target> {
    let option: Option<Target>
    let content: SettingContent
    let source: SettingSource

    /// The long name of the option without its dashes.
    var name: String { option.description.plainName }

    func apply(to target: inout Target) throws(UsageError) {
        let value: Path
        switch content {
        case .off: return
        case .on: value = Path("")
        case .value(let given): value = given
        }
        do throws(UsageError) { try option.apply(&target, value) } catch { throw source.error(error.message) }
    }
}

enum SettingContent: Hashable {
    /// A flag, or an option whose value is optional, alone.
    case on
    /// A flag that stays as it is by default.
    case off
    case value(Path)
}

/// The place of a setting. An option that several places name has the values of the first of them in this order.
enum SettingSource: Hashable, CustomStringConvertible {
    case commandLine
    case environment(variable: String)
    case file(Path, line: Int)

    var description: String {
        switch self {
        case .commandLine: "command line"
        case .environment(let variable): "environment \(variable)"
        case .file(let path, let line): "file \(path.text.printable), line \(line)"
        }
    }

    /// The error of a setting, with its place where a person could not tell it from the name of the option.
    func error(_ message: String) -> UsageError {
        switch self {
        case .commandLine: UsageError(message)
        case .environment(let variable): UsageError("\(variable): \(message)")
        case .file(let path, let line): UsageError("\(path.text.printable):\(line): \(message)")
        }
    }
}

extension OptionDescription {
    /// The long name without its dashes, as files have it.
    var plainName: String { String((names.last ?? "").drop { $0 == "-" }) }

    /// The name of the option in the environment.
    var variable: String { "MAGPIE_" + plainName.uppercased().replacing("-", with: "_") }
}
