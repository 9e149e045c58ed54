import SearchAPI

extension Detection {
    /// The options that say which things in a picture are looked for, without a store.
    static var options: [Option<Detection>] {
        [
            .value(
                "--detection-limit", kind: .integer(in: 1...30), help: "Find up to N things in a picture. Default 5.",
                sets: \.limit),
            .value(
                "--sensitivity", kind: .word("low|high", ["low": .low, "high": .high]),
                help: "high takes small and uncertain things as well. Default low.", sets: \.sensitivity),
        ]
    }
}
