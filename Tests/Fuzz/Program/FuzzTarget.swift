/// A reader of bytes that come from outside.
struct FuzzTarget: Sendable {
    let name: String
    /// Inputs that the reader takes, so that mutations start deep in it.
    let seeds: @Sendable () throws -> [[UInt8]]
    /// Reads the bytes, and ends the process where a promise does not hold; false where they are refused.
    let read: @Sendable ([UInt8]) -> Bool

    init(
        _ name: String, seeds: @escaping @Sendable () throws -> [[UInt8]], read: @escaping @Sendable ([UInt8]) -> Bool
    ) {
        (self.name, self.seeds, self.read) = (name, seeds, read)
    }

    init(_ name: String, _ seeds: String..., read: @escaping @Sendable ([UInt8]) -> Bool) {
        self.init(name, seeds: { seeds.map { Array($0.utf8) } }, read: read)
    }

    static let all: [FuzzTarget] = pictures + texts + calls + files
}
