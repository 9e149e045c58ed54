import Foundation
import Models

/// The program that does in its process what its requests say.
enum WorkerProgram {
    static let url = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "model-worker-program")
    static var path: String { url.path(percentEncoded: false) }

    static func process(
        _ arguments: String..., idle: Double? = nil, timeout: Double = 200, startTimeout: Double = 200,
        memory: Int? = nil, pause: Double = 200
    ) -> WorkerProcess {
        WorkerProcess(
            executable: path, arguments: arguments, idle: idle, timeout: timeout, startTimeout: startTimeout,
            memory: memory, pause: pause)
    }

    /// True once the system has forgotten the process, or only waits for somebody to ask how it ended.
    static func isGone(_ pid: Int) -> Bool {
        guard let status = try? String(contentsOf: URL(filePath: "/proc/\(pid)/stat"), encoding: .utf8),
            status.split(separator: ")").last?.hasPrefix(" Z") == false
        else {
            // Its descriptors are closed when the last of its threads has ended.
            return ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task"))?.count ?? 0) <= 1
        }
        return false
    }
}

extension WorkerProcess {
    /// The answer to a text, as text.
    func ask(_ text: String, limit: Int = 64 << 20) throws(WorkerError) -> String {
        String(decoding: try call(Array(text.utf8), limit: limit), as: UTF8.self)
    }
}
