import CFaultyDisk
import Essentials

/// Random operations on a store whose disk fails, compared with a model in memory; see `Tests/Reliability.md`.
///
/// Exits with 1 and a short list of steps at the first difference.
@main
enum FaultSimulator {
    private static let usage = """
        usage: fault-simulator [--crashes N] [--seconds S] [--seed N] [--runs N] [--steps N | --replay STEPS] [--lying-disk]

        Ends after one of the three; by default after 200 crashes. A run has N steps, 40 by default; the runs have the
        seeds N, N + 1 and so on, from 1 by default. A failure prints its seed, with which '--seed N --runs 1'
        repeats it, and a short list of steps for '--replay', which are separated by semicolons.
        '--lying-disk' makes syncs without effect, which has to be found.
        """

    static func main() throws {
        // The order of dictionaries is part of what a seed determines.
        if unsafe getenv("SWIFT_DETERMINISTIC_HASHING") == nil { repeatDeterministically() }
        guard let options = Options(CommandLine.arguments.dropFirst()) else {
            print(usage)
            exit(64)
        }
        guard disk_is_supported() != 0 else {
            print("skipped: the disk of the simulator is for Linux")
            return
        }
        let folder = try Folder()
        defer { folder.end() }
        let (tally, start) = (Tally(), ContinuousClock.now)
        while !options.isOver(tally, after: (.now - start).seconds) {
            let seed = options.seed + UInt64(tally.runs)
            tally.runs += 1
            note("seed \(seed)")
            let steps = options.replay ?? steps(of: seed, options.steps)
            guard let failure = Run(folder, tally).play(steps, seed: seed) else { continue }
            tell(failure, of: steps, seed: seed, folder)
            folder.end()
            exit(1)
        }
        print(tally.table(calls: disk_calls(), seconds: (.now - start).seconds))
    }

    private static func steps(of seed: UInt64, _ count: Int) -> [Step] {
        var random = SplitMix(seed)
        let connections = random.isOnce(in: 4) ? 2 : 1
        // Each file beside the catalog has to be read after each crash, so that not all runs have them.
        let hasSides = random.isOnce(in: 4)
        let operations = Operation.allCases.filter { hasSides || !$0.isBeside }
        return (0..<count).map { _ in Step.draw(&random, connections: connections, of: operations) }
    }

    private static func tell(_ failure: Run.Failure, of steps: [Step], seed: UInt64, _ folder: Folder) {
        print("seed \(seed), step \(failure.step + 1): \(failure.text)")
        let until = Array(steps.prefix(failure.step + 1))
        var last = failure
        let few = shrunk(until) { steps in
            let failure = Run(folder, Tally()).play(steps, seed: seed)
            if let failure { last = failure }
            return failure
        }
        print("shrunk to \(few.count) steps; \(last.text)")
        print("fault-simulator --seed \(seed) --replay '\(few.map(\.description).joined(separator: "; "))'")
    }

    /// Written where a crash of the simulator itself leaves it.
    private static func note(_ text: String) {
        if unsafe getenv("MAGPIE_TESTS_SEEDS") != nil { _ = writeAll((text + "\n").utf8, to: STDERR_FILENO) }
    }

    private static func repeatDeterministically() {
        // Safe: the texts end with NUL.
        unsafe setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
        // Safe: the strings are never freed, and the program is replaced.
        var arguments = unsafe CommandLine.arguments.map { unsafe strdup($0) } + [nil]
        unsafe execv("/proc/self/exe", &arguments)
    }

    private struct Options {
        var crashes: Int?
        var seconds: Double?
        var runs: Int?
        var seed: UInt64 = 1
        var steps = 40
        var replay: [Step]?

        init?(_ arguments: ArraySlice<String>) {
            var arguments = arguments
            while let name = arguments.popFirst() {
                if name == "--lying-disk" {
                    disk_lie()
                    continue
                }
                guard let value = arguments.popFirst() else { return nil }
                if name == "--replay" {
                    let steps = value.split(separator: ";").map { Step($0) }
                    guard !steps.contains(where: { $0 == nil }) else { return nil }
                    replay = steps.compactMap(\.self)
                    runs = 1
                    continue
                }
                guard let number = Int(value), number >= 0 else { return nil }
                switch name {
                case "--crashes": crashes = number
                case "--seconds": seconds = Double(number)
                case "--runs": runs = number
                case "--seed": seed = UInt64(number)
                case "--steps": steps = number
                default: return nil
                }
            }
            if crashes == nil, seconds == nil, runs == nil { crashes = 200 }
        }

        func isOver(_ tally: Tally, after time: Double) -> Bool {
            if let crashes, tally.crashes >= crashes { return true }
            if let seconds, time >= seconds { return true }
            if let runs, tally.runs >= runs { return true }
            return false
        }
    }
}

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
