internal import CChildProcess
import Essentials

/// The main function of a process that ``WorkerProcess`` has started.
///
/// Gives up its rights first: see ``WorkerProcess``. Then `greeting` loads the model and describes it, and `answer` is
/// called for each request, one at a time. What they throw is an error of the caller: of the start, and of this call.
/// The process ends when the other one ends or closes the connection, also in the middle of a call. Standard input and
/// output are empty: a library may print.
package func serveCalls(greeting: () throws -> [UInt8], answer: ([UInt8]) throws -> [UInt8]) -> Never {
    let socket = ccp_take_socket()
    guard socket >= 0, let settings = WorkerFrame.read(from: socket), let memory = WorkerFrame.number(settings) else {
        _exit(1)
    }
    let isConfined = ccp_confine(UInt64(memory)) == .ok
    // A thread, not a signal at the end of the parent: Linux sends that at the end of the thread that started this
    // process, and a pool may end its threads at any time.
    let isWatched = startThread {
        ccp_await_close(socket)
        _exit(0)
    }
    // It would outlive the other one.
    guard isWatched else { _exit(1) }
    do {
        let payload = try greeting()
        guard WorkerFrame.write(isConfined ? .answer : .freeGreeting, payload, to: socket) else { _exit(0) }
    } catch {
        _ = WorkerFrame.write(.failure, message(error), to: socket)
        _exit(1)
    }
    while let request = WorkerFrame.read(from: socket) {
        let isSent: Bool
        do {
            isSent = WorkerFrame.write(.answer, try answer(request), to: socket)
        } catch {
            isSent = WorkerFrame.write(.failure, message(error), to: socket)
        }
        guard isSent else { break }
    }
    _exit(0)
}

private func message(_ error: any Error) -> [UInt8] {
    Array("\(error)".utf8.prefix(WorkerFrame.mostMessageBytes))
}
