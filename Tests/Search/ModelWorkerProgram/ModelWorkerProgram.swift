import Essentials
import Models

/// A process of a model without a model: it does what its request, or its first argument, says. With `tower` it serves
/// a tower as the command does.
@main
enum ModelWorkerProgram {
    /// The reason of a call that is refused.
    struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    static func main() throws {
        let words = CommandLine.arguments
        switch words.dropFirst().first {
        case "exit": exit(7)
        case "own": try ownAnother(words[0])
        case "tower":
            guard let work = TowerWork(Array(words.dropFirst(2))) else { exit(64) }
            work.serve()
        default: serveCalls(greeting: { try greeting(words) }, answer: Faults.answer)
        }
    }

    private static func greeting(_ words: [String]) throws -> [UInt8] {
        switch words.dropFirst().first {
        case "slow": sleep(1)
        case "late": sleep(1000)
        case "refuse": throw Refusal(description: "there is no model\nhere")
        case "crash": Faults.crash(SIGSEGV)
        case "garble": Faults.writeToSocket("no frame")
        default: break
        }
        return Array("greeting \(words.dropFirst().joined(separator: " "))".utf8)
    }

    /// Owns a process that hangs in a call, and says its number. It is to be killed.
    private static func ownAnother(_ program: String) throws {
        let process = WorkerProcess(executable: program, arguments: [], timeout: 1000)
        try process.start()
        _ = writeAll(Array("\(process.state.pid ?? 0)\n".utf8), to: STDOUT_FILENO)
        _ = try process.call(Array("hang".utf8))
    }
}
