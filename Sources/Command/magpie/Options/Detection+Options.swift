import SearchAPI

extension Detection {
    /// The options for detecting objects in a picture without a store.
    static var options: [Option<Detection>] {
        [
            .value(
                "--detection-limit", kind: .integer(in: limits), help: "Maximum number of objects in a picture.",
                default: "\(Detection().limit)", sets: \.limit),
            .value(
                "--min-score", kind: .optionalShare,
                help: "Lowest score of an object: the probability that its box holds one.",
                default: .clause(
                    "\(Sensitivity.low.minimumScore); with --sensitivity high, \(Sensitivity.high.minimumScore)"),
                sets: \.minimumScore),
            .value(
                "--sensitivity", kind: .word(["low": .low, "high": .high]),
                help: "Detection threshold. high adds uncertain objects, parts of objects, and groups of them.",
                default: "low", sets: \.sensitivity),
        ]
    }
}
