import Essentials
import Imaging

/// One pass over the inputs: processes several at a time, delivers the results one after the other, counts them, and
/// chooses the exit code.
struct ImageRun {
    let inputs: Inputs
    let options: RunOptions
    /// Results in the order of the inputs; otherwise as they finish.
    let isOrdered: Bool
    /// Results are printed while it runs. On a terminal they are progress enough.
    let printsLines: Bool
    /// The advice for resuming an interrupted run, such as "--update goes on".
    var resume: String?
    /// True if the command has the option `--lenient`.
    var offersLenient = false
    /// Gets the inputs of all shards.
    var mark: ListMark?
    /// That of a command that goes on after the run: in a gap between two of them, signals would be lost.
    var interruption: Interruption?

    /// The exit code and the counts of a run.
    struct End {
        let code: ExitCode
        let tally: Tally
    }

    /// Runs `work` on several threads at a time and `deliver` on one. The counts use the result as `deliver` leaves it.
    func run<Value: RunResult>(
        work: @escaping @Sendable (Input) -> Value, deliver: (inout Value) throws -> Void
    ) throws -> End {
        let errors = try ErrorReport(options, list: inputs.list, offersLenient: offersLenient)
        let interruption = interruption ?? Interruption()
        let cancellation = interruption.cancellation
        let isCancelled: @Sendable () -> Bool = { cancellation.isCancelled }
        let progress = Progress(showing: !options.isQuiet && !(printsLines && StandardOutput().isTerminal))
        if progress.isShown, inputs.canBeCounted {
            progress.count(inputs, jobs: options.jobs, isCancelled: isCancelled)
        }
        defer { progress.end() }
        if !options.isQuiet {
            for remark in inputs.remarks { progress.say("magpie: \(remark)") }
        }

        let leftOut = LeftOut()
        var isDiskFull = false
        var shortage: String?
        try Batch(checked: options.jobs, ordered: isOrdered).run(
            inputs.items(leftOut: leftOut, mark: mark, isCancelled: isCancelled), cancellation: cancellation,
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
                    for outcome in [value.outcome] + value.furtherFailures {
                        try errors.add(outcome, shard: inputs.shard, progress: progress)
                    }
                } catch {
                    // Also wakes a thread that waits for the next line of a list.
                    cancellation.cancel()
                    throw error
                }
                if value.outcome.isDiskFull {
                    isDiskFull = true
                    cancellation.cancel()
                } else if let reason = value.shortage {
                    // It is this machine's fault, and would be taken for that of the inputs that follow.
                    shortage = reason
                    cancellation.cancel()
                }
                progress.update { tally in
                    tally.add(value.outcome)
                    for failure in value.furtherFailures { tally.addFurther(failure) }
                }
            })
        progress.end()
        errors.finish()
        if !options.isQuiet, leftOut.repeatedLines > 0 { note(repeated(leftOut.repeatedLines)) }
        let tally = progress.tally
        if let code = interruption.exitCode {
            let all = progress.total.map { " of \(Numbers.count($0))" } ?? ""
            let way = resume.map { "; \($0)" } ?? ""
            note("magpie: interrupted, \(Numbers.count(tally.done))\(all) done\(way)\n")
            return End(code: code, tally: tally)
        }
        if isDiskFull {
            noteError(
                "disk full: no space for the outputs; free space\(resume.map { ", then \($0)" } ?? " and run again")")
            return End(code: .tryAgain, tally: tally)
        }
        if let shortage {
            let way = resume.map { ", then \($0)" } ?? " and run again"
            noteError("\(shortage), through no fault of the inputs: \(OpenFiles.remedy)\(way)")
            return End(code: .tryAgain, tally: tally)
        }
        if let fault = leftOut.listFault {
            let name = inputs.list.map { $0.text.printable } ?? "standard input"
            noteError("\(name): \(fault.explanation(offersLenient: false).printable)")
            return End(code: .setup, tally: tally)
        }
        if inputs.shard == .whole, !options.isQuiet {
            if tally.done == 0 {
                note(nothingFound(leftOut.byName))
            } else if let kinds = leftOut.kinds {
                note("magpie: passed over: \(kinds)\n")
            }
        }
        return End(code: code(tally), tally: tally)
    }

    private func code(_ tally: Tally) -> ExitCode {
        // No fault of the images: nothing but an installation helps.
        let missing = [
            ImageError.missingLibrary(reason: "").code, ImageError.missingEncoder(format: .avif, reason: "").code,
        ]
        if missing.contains(where: { tally.failures[$0] != nil }) { return .setup }
        // If no input succeeded, the next commands of a script must not run as if one had. A scheduler would start a
        // part again, with the same result.
        let all = tally.done + tally.further
        let usual = inputs.areHandedOut(toJSON: options.printsJSON) ? all : max(all - 1, 0)
        let limit = options.maxErrors ?? usual
        return tally.failed > limit ? .tooManyErrors : .done
    }

    private func repeated(_ lines: Int) -> String {
        "magpie: \(Numbers.plural(lines, "line")) of the list \(lines == 1 ? "names" : "name") an input again; "
            + "each input is done once\n"
    }

    private func nothingFound(_ passedOver: Int) -> String {
        if passedOver == 0 { return "magpie: no images found\n" }
        return "magpie: no images found; \(Numbers.plural(passedOver, "file")) skipped because of the "
            + "name\(passedOver == 1 ? "" : "s"), --all-files tries every file\n"
    }
}

extension RunResult {
    /// The fault of this machine that an input met; nil where it met none.
    fileprivate var shortage: String? {
        ([outcome] + furtherFailures).lazy.compactMap { outcome in
            if case .failure(let error) = outcome.result { error.shortage } else { nil }
        }.first
    }
}
