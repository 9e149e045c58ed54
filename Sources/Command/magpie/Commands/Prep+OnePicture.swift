import Imaging

extension Prep {
    /// One picture to standard output.
    func writeOne(_ inputs: Inputs) throws -> ExitCode {
        let others: [(String, Bool)] = [
            ("--json", batch.printsJSON), ("--report", report != nil), ("--crop", cropsObjects), ("--update", updates),
            ("--dry-run", isDryRun), ("--manifest", manifest != nil), ("--name", outputs.name != nil),
            ("a second size", outputs.usedShapes.count > 1),
            ("a second format", outputs.usedFormats.count > 1),
        ]
        if let other = others.first(where: { $0.1 }) {
            throw UsageError("-o - writes one picture and takes no \(other.0)")
        }
        guard inputs.mayBeOneFile, inputs.shard == .whole else {
            throw UsageError("-o - takes one picture: a file, or '-' for a picture on standard input")
        }
        let console = StandardOutput()
        if console.isTerminal {
            throw UsageError("-o - would write a picture to the terminal; add > FILE or | COMMAND")
        }
        let preparation = try preparation(to: nil)
        var isFirst = true
        var run = ImageRun(inputs: inputs, options: batch, isOrdered: true, printsLines: true)
        run.offersLenient = true
        let end = try run.run(
            work: { preparation.prepare($0) },
            deliver: { (outcome: inout Outcome) in
                guard case .success(let product) = outcome.result, let bytes = product.encoded else { return }
                guard isFirst else { throw UsageError("standard input holds a list of pictures; -o - writes only one") }
                isFirst = false
                try console.write(bytes: bytes)
            })
        if !batch.isQuiet, let warning = end.tally.lostMetadata { note(warning) }
        return end.code
    }
}
