import Essentials
import Foundation
import ImageTypes
import TestSupport

/// A host on the loopback that has pictures, with their versions, and counts how it is asked.
final class PictureHost: Sendable {
    struct Answer {
        var status = 200
        var body: [UInt8] = []
        var fields: [String: String] = [:]
    }

    private struct State {
        var answers: [String: Answer] = [:]
        var heads: [String] = []
        var (running, mostAtOnce) = (0, 0)
    }

    private let listener: LoopbackListener
    private let state = Locked(State())

    init() throws {
        listener = try LoopbackListener()
        listener.start { [state] connection in
            Thread.detachNewThread {
                PictureHost.serve(connection, state)
                close(connection)
            }
        }
    }

    deinit { listener.stop() }

    var name: String { "127.0.0.1:\(listener.port)" }
    /// The targets of the requests since ``forget()``, in no order, and their heads.
    var targets: [String] { heads.map { String($0.split(separator: " ")[1]) } }
    var heads: [String] { state.withLock { $0.heads } }
    var mostAtOnce: Int { state.withLock { $0.mostAtOnce } }

    func forget() { state.withLock { $0.heads = [] } }

    /// Sets the answer for a target; nil is 404.
    func set(_ target: String, _ answer: Answer?) { state.withLock { $0.answers[target] = answer } }

    /// Has a picture, with a version unless `tag` is nil.
    func set(_ target: String, _ picture: [UInt8], tag: String? = "1") {
        set(target, Answer(body: picture, fields: tag.map { ["ETag": "\"\($0)\""] } ?? [:]))
    }

    private static func serve(_ connection: Int32, _ state: Locked<State>) {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !String(decoding: bytes, as: UTF8.self).contains("\r\n\r\n") {
            // Safe: reads at most as many bytes as the buffer has.
            let count = unsafe recv(connection, &buffer, buffer.count, 0)
            if count <= 0 { return }
            bytes += buffer[..<count]
        }
        let head = String(decoding: bytes, as: UTF8.self)
        let target = String(head.split(separator: " ")[1])
        var answer = state.withLock { state in
            state.heads.append(head)
            state.running += 1
            state.mostAtOnce = max(state.mostAtOnce, state.running)
            return state.answers[target] ?? Answer(status: 404)
        }
        if let tag = answer.fields["ETag"], head.contains("If-None-Match: \(tag)") { answer = Answer(status: 304) }
        // So that requests that may be made together are.
        usleep(20_000)
        let fields = answer.fields.map { "\($0): \($1)\r\n" }.joined()
        let start =
            "HTTP/1.1 \(answer.status) x\r\n\(fields)Content-Length: \(answer.body.count)\r\nConnection: close\r\n\r\n"
        state.withLock { $0.running -= 1 }
        _ = writeAll(Array(start.utf8) + answer.body, to: connection)
        shutdown(connection, Int32(SHUT_WR))
    }
}
