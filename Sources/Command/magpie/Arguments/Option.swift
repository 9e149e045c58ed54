/// One option of a subcommand: its names, its value, and the property that it sets.
///
/// The functions that make options are not specialized: 150 options of as many types would be a quarter of the code of the
/// command, which nothing runs twice.
struct Option<Target> {
    let names: [String]
    /// The placeholder for the value in the help; nil for a flag.
    let valueName: String?
    let help: String
    /// True if the value is optional; a value then follows a `=` only.
    var isValueOptional = false
    let apply: (inout Target, Path) throws(UsageError) -> Void

    /// Sets a property to true.
    @inline(never)
    static func flag(_ names: String..., help: String, sets property: WritableKeyPath<Target, Bool>) -> Option {
        Option(names: names, valueName: nil, help: help) { target, _ in target[keyPath: property] = true }
    }

    /// Sets a property; given twice, the last one wins.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    static func value<Value>(
        _ names: String..., kind: OptionValue<Value>, help: String, sets property: WritableKeyPath<Target, Value>
    ) -> Option {
        Option(names: names, kind: kind, help: help) { target, value in target[keyPath: property] = value }
    }

    /// Sets a property that is nil when the option is not given.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    static func value<Value>(
        _ names: String..., kind: OptionValue<Value>, help: String, sets property: WritableKeyPath<Target, Value?>
    ) -> Option {
        Option(names: names, kind: kind, help: help) { target, value in target[keyPath: property] = value }
    }

    /// Sets a property, with or without a value: `--name` and `--name=value`. Without one, `kind` reads the empty text.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    static func flag<Value>(
        _ name: String, orValue kind: OptionValue<Value>, help: String, sets property: WritableKeyPath<Target, Value?>
    ) -> Option {
        var option = Option(names: [name], kind: kind, help: help) { $0[keyPath: property] = $1 }
        option.isValueOptional = true
        return option
    }

    /// Calls `add` each time the option is given.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    static func repeated<Value>(
        _ names: String..., kind: OptionValue<Value>, help: String, add: @escaping (inout Target, Value) -> Void
    ) -> Option {
        Option(names: names, kind: kind, help: help, set: add)
    }

    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    private init<Value>(
        names: [String], kind: OptionValue<Value>, help: String, set: @escaping (inout Target, Value) -> Void
    ) {
        let isOpen = !help.contains("…") && !help.contains(#/[0-9] to [0-9]/#)
        let range = isOpen ? kind.range.map { " " + $0 } ?? "" : ""
        self.init(names: names, valueName: kind.valueName, help: help + range) { target, text throws(UsageError) in
            guard let value = kind.parse(text) else {
                let hint = kind.meant(text.text).map { "; did you mean \($0)?" } ?? ""
                throw UsageError("\(names.last ?? "") expects \(kind.expected), not '\(text.text.quoted)'\(hint)")
            }
            set(&target, value)
        }
    }

    private init(
        names: [String], valueName: String?, help: String, isValueOptional: Bool = false,
        apply: @escaping (inout Target, Path) throws(UsageError) -> Void
    ) {
        self.names = names
        self.valueName = valueName
        self.help = help
        self.isValueOptional = isValueOptional
        self.apply = apply
    }

    /// The same option for a value that holds the target.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    func inside<Outer>(_ property: WritableKeyPath<Outer, Target>) -> Option<Outer> {
        let apply = apply
        return Option<Outer>(
            names: names, valueName: valueName, help: help, isValueOptional: isValueOptional
        ) { outer, text throws(UsageError) in
            try apply(&outer[keyPath: property], text)
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
