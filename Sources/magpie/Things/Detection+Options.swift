import SearchAPI

extension OptionValue<Double?> {
    fileprivate static var optionalShare: OptionValue {
        let share = OptionValue<Double>.decimal("S", in: 0...1, expected: "a number from 0 to 1")
        return OptionValue(share.valueName, expected: share.expected) { share.parse(Path($0)).map(Optional.some) }
    }
}

extension Detection {
    /// The options that say which things in a picture are looked for, without a store.
    static var options: [Option<Detection>] {
        [
            .value(
                "--detection-limit", kind: .integer(in: 1...30),
                help: "Find up to N objects in a picture. Default 5.", sets: \.limit),
            .value(
                "--min-score", kind: .optionalShare,
                help: "Only objects with this score, which is the probability that the box holds one, or a higher one. "
                    + "Default 0.3; with --sensitivity high, all.",
                sets: \.minimumScore),
            .value(
                "--sensitivity", kind: .word("low|high", ["low": .low, "high": .high]),
                help: "high adds uncertain objects, parts of objects, and groups of them. Default low.",
                sets: \.sensitivity),
        ]
    }
}
