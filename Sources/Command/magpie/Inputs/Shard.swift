import Essentials
import Imaging

/// One of `count` parts of the inputs. The path of an input decides its part, whatever the order of the list or the
/// number of machines, so the parts together are the whole and no two overlap.
struct Shard: Hashable, Sendable {
    /// From 0.
    let index: Int
    let count: Int

    static let whole = Shard(index: 0, count: 1)

    func contains(_ key: Path) -> Bool { count == 1 || Hash.of(key.bytes) % UInt64(count) == UInt64(index) }
}

extension Shard: CustomStringConvertible {
    var description: String { "\(index)/\(count)" }
}

extension Shard {
    /// Reads `I/N` with 0 ≤ I < N.
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let index = parts[0], let count = parts[1], count >= 1, (0..<count).contains(index)
        else { return nil }
        self.init(index: index, count: count)
    }

    /// Returns the part of this task in a Slurm job array, nil outside of one.
    ///
    /// - Parameter count: The number of parts, where the user gave it: the number of the task, counted from 0, is then
    ///   the part, in a Slurm array or an indexed job of Kubernetes, so that single tasks can be started again.
    /// - Throws: `UsageError` when the array has gaps, because its numbers then do not count the tasks, and for a number
    ///   that is no part.
    static func fromScheduler(_ environment: [String: String], count: Int? = nil) throws(UsageError) -> Shard? {
        if let count { return try fromScheduler(environment, of: count) }
        func number(_ name: String) -> Int? { environment["SLURM_ARRAY_TASK_" + name].flatMap { Int($0) } }
        guard let id = number("ID"), let count = number("COUNT"), count > 1 else { return nil }
        let (offset, overflows) = id.subtractingReportingOverflow(number("MIN") ?? 0)
        let (index, rest) = offset.quotientAndRemainder(dividingBy: max(number("STEP") ?? 1, 1))
        guard !overflows, rest == 0, (0..<count).contains(index) else {
            throw UsageError("the Slurm array has gaps; give the number of all parts with --shards N")
        }
        return Shard(index: index, count: count)
    }

    private static func fromScheduler(_ environment: [String: String], of count: Int) throws(UsageError) -> Shard {
        let names = ["JOB_COMPLETION_INDEX", "SLURM_ARRAY_TASK_ID"]
        let found = names.compactMap { name in environment[name].map { (name, $0) } }
        guard let (name, text) = found.first else {
            throw UsageError("--shards needs \(names.joined(separator: " or ")); without them: --shard I/\(count)")
        }
        guard let index = Int(text), (0..<count).contains(index) else {
            throw UsageError("\(name) is '\(text.quoted)', but --shards \(count) has the parts 0 to \(count - 1)")
        }
        return Shard(index: index, count: count)
    }
}
