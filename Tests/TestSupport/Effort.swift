internal import Foundation

/// The part of its inputs that a test tries.
///
/// Tests that draw inputs at random have a fixed seed: a run tries the same first draws each time, and a night the rest.
public enum Effort {
    /// True where `MAGPIE_TESTS_LONG=1` asks for all inputs.
    public static let isFull = ProcessInfo.processInfo.environment["MAGPIE_TESTS_LONG"] == "1"

    /// The number of inputs to try: `sample` of them, or `all`.
    public static func inputs(_ sample: Int, of all: Int) -> Int { isFull ? all : sample }

    /// All inputs, or every second one.
    public static func some<Input>(_ all: [Input]) -> [Input] {
        isFull ? all : stride(from: 0, to: all.count, by: 2).map { all[$0] }
    }
}
