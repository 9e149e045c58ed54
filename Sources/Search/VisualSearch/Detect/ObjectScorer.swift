import CKernels
import CSearchData

/// The learned weights for scoring candidates: the numbers that `cks_choose` takes.
struct ObjectScorer: Sendable {
    let numbers: [Float]

    // Safe: the function gives constant bytes, with their count.
    static let shared = unsafe LinkedBytes(csd_scorer).read { try ObjectScorer(parameters: $0.all) }

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
