import Imaging

/// What has been done so far.
struct Tally: Sendable {
    private static let examplesPerCode = 3

    struct Failures: Sendable {
        var count = 0
        var examples: [Path] = []
    }

    private(set) var done = 0
    private(set) var failed = 0
    private(set) var skipped = 0
    private(set) var inputBytes = 0
    private(set) var outputs = 0
    private(set) var outputBytes = 0
    private(set) var failures: [String: Failures] = [:]
    private(set) var formats: [String: Int] = [:]
    /// Wall clock since the start, in seconds.
    var seconds = 0.0

    mutating func add(_ outcome: Outcome) {
        done += 1
        inputBytes += outcome.inputBytes
        switch outcome.result {
        case .success(let product):
            guard let picture = product.picture else {
                skipped += 1
                return
            }
            outputs += product.outputs.count
            outputBytes += product.outputs.reduce(0) { $0 + $1.bytes }
            formats[picture.format?.rawValue ?? "pixels", default: 0] += 1
        case .failure(let error):
            failed += 1
            failures[error.code, default: Failures()].count += 1
            if failures[error.code, default: Failures()].examples.count < Self.examplesPerCode {
                failures[error.code]?.examples.append(outcome.path)
            }
        }
    }
}
