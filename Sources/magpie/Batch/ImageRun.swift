import Foundation
import Imaging

/// One pass over the inputs: work on several at a time, hand on one after the other, count, and decide how it ended.
struct ImageRun {
    let inputs: Inputs
    let options: RunOptions
    /// Results in the order of the inputs; otherwise as they finish.
    let isOrdered: Bool
    /// Results are printed while it runs. On a terminal they are progress enough.
    let printsLines: Bool

    /// What came of a run.
    struct End {
        let code: ExitCode
        let tally: Tally
    }

    /// `work` runs on several threads at a time, `deliver` on one; what it changes in a result is what counts.
    func run<Value: RunResult>(
        work: @escaping @Sendable (Input) -> Value, deliver: (inout Value) throws -> Void
    ) throws -> End {
        let interruption = Interruption()
        let cancellation = interruption.cancellation
        let isCancelled: @Sendable () -> Bool = { cancellation.isCancelled }
        let progress = Progress(showing: !options.isQuiet && !(printsLines && StandardOutput().isTerminal))
        if progress.isShown, inputs.canBeCounted { progress.count(inputs, isCancelled: isCancelled) }
        defer { progress.end() }

        var isDiskFull = false
        try Batch(workers: options.jobs, ordered: isOrdered).run(
            inputs.items(isCancelled: isCancelled), cancellation: cancellation,
            work: { item in
                switch item {
                case .image(let input): work(input)
                case .unusable(let path, let error): Value(Outcome(path: path, result: .failure(error)))
                }
            },
            deliver: { _, value in
                var value = value
                do {
                    try deliver(&value)
                } catch {
                    // Also wakes what waits for the next line of a list.
                    cancellation.cancel()
                    throw error
                }
                if value.outcome.isDiskFull {
                    isDiskFull = true
                    cancellation.cancel()
                }
                progress.update { $0.add(value.outcome) }
            })
        progress.end()
        return End(code: code(progress.tally, isDiskFull, interruption), tally: progress.tally)
    }

    private func code(_ tally: Tally, _ isDiskFull: Bool, _ interruption: Interruption) -> ExitCode {
        if let code = interruption.exitCode {
            note("magpie: interrupted\n")
            return code
        }
        if isDiskFull {
            note("magpie: no room for the outputs; make room and run again with --skip-existing\n")
            return .tryAgain
        }
        return tally.failed > options.maxErrors ? .tooManyErrors : .done
    }
}
