/// The description of an option, from which the help, the completions, the manual pages and the file of settings are made.
struct OptionDescription: Hashable, Sendable {
    let names: [String]
    /// The placeholder for the value in the help; nil for a flag.
    var valueName: String?
    /// Nil for a flag.
    var kind: ValueKind?
    /// The sentences of the help but for those about the default and the range. The first one is the summary.
    let text: String
    /// Nil for a flag that is off, and for an option that has no value by default.
    var standard: DefaultValue?
    /// The accepted values, such as "1 to 100"; nil where the expected value says it all.
    var range: String?
    /// True if the value is optional; a value then follows a `=` only.
    var isValueOptional = false
    /// True if each use adds a value; otherwise the last one wins.
    var isRepeatable = false
    /// True if nobody may see the value.
    var isSecret = false

    /// The text of the option in the help.
    var help: String {
        [text, standard?.sentence, range.map { "Range: \($0)." }].compactMap(\.self).joined(separator: " ")
    }

    /// The first sentence of the text, without its period.
    var summary: String {
        let end =
            text.firstRange(of: ". ")?.lowerBound ?? (text.hasSuffix(".") ? text.index(before: text.endIndex) : nil)
        return String(text[..<(end ?? text.endIndex)])
    }

    /// The value as it follows the names in the help.
    var valueText: String {
        guard let valueName else { return "" }
        return isValueOptional ? "[=\(valueName)]" : " \(valueName)"
    }

    /// `--help`, which every command has besides its own options.
    static let help = OptionDescription(
        names: ["-h", "--help"], text: "Show the help of the command, with -h its options alone.")
    /// Instead of a subcommand.
    static let version = OptionDescription(names: ["-v", "--version"], text: VersionFlag.summary)
}

/// One option of a subcommand: its description, and the property that it sets.
///
/// The functions that make options are not specialized: 150 options of as many types would be a quarter of the code of the
/// command, which nothing runs twice.
struct Option<Target> {
    var description: OptionDescription
    let apply: (inout Target, Path) throws(UsageError) -> Void

    var names: [String] { description.names }
    var valueName: String? { description.valueName }
    var help: String { description.help }
    var isValueOptional: Bool { description.isValueOptional }

    /// Sets a property to true.
    @inline(never)
    static func flag(
        _ names: String..., help: String, default standard: DefaultValue? = nil,
        sets property: WritableKeyPath<Target, Bool>
    ) -> Option {
        Option(description: OptionDescription(names: names, text: help, standard: standard)) { target, _ in
            target[keyPath: property] = true
        }
    }

    /// Sets a property; given twice, the last one wins.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    static func value<Value>(
        _ names: String..., kind: OptionValue<Value>, help: String, default standard: DefaultValue? = nil,
        sets property: WritableKeyPath<Target, Value>
    ) -> Option {
        Option(names: names, kind: kind, help: help, standard) { target, value in target[keyPath: property] = value }
    }

    /// Sets a property that is nil when the option is not given.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    static func value<Value>(
        _ names: String..., kind: OptionValue<Value>, help: String, default standard: DefaultValue? = nil,
        sets property: WritableKeyPath<Target, Value?>
    ) -> Option {
        Option(names: names, kind: kind, help: help, standard) { target, value in target[keyPath: property] = value }
    }

    /// Sets a property, with or without a value: `--name` and `--name=value`. Without one, `kind` reads the empty text.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    static func flag<Value>(
        _ name: String, orValue kind: OptionValue<Value>, help: String, sets property: WritableKeyPath<Target, Value?>
    ) -> Option {
        var option = Option(names: [name], kind: kind, help: help, nil) { $0[keyPath: property] = $1 }
        option.description.isValueOptional = true
        return option
    }

    /// Calls `add` each time the option is given.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    static func repeated<Value>(
        _ names: String..., kind: OptionValue<Value>, help: String, default standard: DefaultValue? = nil,
        add: @escaping (inout Target, Value) -> Void
    ) -> Option {
        var option = Option(names: names, kind: kind, help: help, standard, set: add)
        option.description.isRepeatable = true
        return option
    }

    /// The same option with a value that is not shown.
    var secret: Option {
        var option = self
        option.description.isSecret = true
        return option
    }

    /// The same option for a value that holds the target.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    func inside<Outer>(_ property: WritableKeyPath<Outer, Target>) -> Option<Outer> {
        let apply = apply
        return Option<Outer>(description: description) { outer, text throws(UsageError) in
            try apply(&outer[keyPath: property], text)
        }
    }
}

extension Option {
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    private init<Value>(
        names: [String], kind: OptionValue<Value>, help: String, _ standard: DefaultValue?,
        set: @escaping (inout Target, Value) -> Void
    ) {
        let description = OptionDescription(
            names: names, valueName: kind.valueName, kind: kind.kind, text: help, standard: standard, range: kind.range)
        self.init(description: description) { target, text throws(UsageError) in
            guard let value = kind.parse(text) else {
                let hint = kind.meant(text.text).map { "; did you mean \($0)?" } ?? ""
                throw UsageError("\(names.last ?? "") expects \(kind.expected), not '\(text.text.quoted)'\(hint)")
            }
            set(&target, value)
        }
    }
}

/// Options that the help shows together.
struct OptionGroup<Target> {
    let title: String
    let options: [Option<Target>]

    func inside<Outer>(_ property: WritableKeyPath<Outer, Target>) -> OptionGroup<Outer> {
        OptionGroup<Outer>(title: title, options: options.map { $0.inside(property) })
    }
}

extension OptionGroup {
    init(_ title: String, _ options: Option<Target>...) { self.init(title: title, options: options) }
}

extension Array {
    /// The options of a command that has one group of them.
    static func options<Target>(_ options: Option<Target>...) -> Self where Element == OptionGroup<Target> {
        [OptionGroup(title: "Options", options: options)]
    }
}
