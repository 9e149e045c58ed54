import CKernels
import CSearchData

/// The learned weights for scoring candidates: the numbers that `cks_choose` takes.
struct ObjectScorer: Sendable {
    let numbers: [Float]

    static let shared: ObjectScorer = {
        var count = 0
        // Safe: the bytes are constant and live as long as the program; `count` is theirs.
        let bytes = unsafe Array(UnsafeBufferPointer(start: csd_scorer(&count), count: count))
        do { return try ObjectScorer(parameters: bytes) } catch {
            preconditionFailure("the parameters that were built in are unusable: \(error)")
        }
    }()

    /// A scorer with the numbers that the learning program writes.
    init(parameters bytes: [UInt8]) throws(DescribeError) {
        let file = try ParameterFile(bytes)
        let units = [Int(CKS_HIDDEN1), Int(CKS_HIDDEN2), 1]
        var inputs = Int(CKS_FEATURES)
        var numbers: [Float] = []
        for (index, units) in units.enumerated() {
            numbers += try file.table("weights\(index + 1)", rows: units, columns: inputs).values
            numbers += try file.table("bias\(index + 1)", rows: 1, columns: units).values
            inputs = units
        }
        numbers += try file.table("sureness", rows: 1, columns: 4).values
        self.numbers = numbers
    }
}
