import Dispatch
import Foundation
import Synchronization

/// Follows the resident memory of a process and its children while they run.
///
/// Every 20 ms it reads the kernel's own high-water mark of each process (`VmHWM`), which cannot miss a peak between
/// two looks, and adds them up; pages that processes share count in each. The `ru_maxrss` of `wait4` would not do: a
/// child inherits the mark of the process that started it.
final class ResidentWatch {
    private final class Peak: Sendable {
        let bytes = Mutex(0)
    }

    private let peak = Peak()
    private let queue = DispatchQueue(label: "benchmarks.resident")
    private let timer: any DispatchSourceTimer

    init(_ process: pid_t) {
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + 0.005, repeating: 0.02)
        timer.setEventHandler { [peak] in
            let bytes = Memory.peakOfTree(process)
            peak.bytes.withLock { $0 = max($0, bytes) }
        }
        timer.resume()
    }

    /// Ends the watch; the highest sum seen, in bytes. 0 where the system has no `/proc`.
    func stop() -> Int {
        timer.cancel()
        queue.sync {}
        return peak.bytes.withLock { $0 }
    }
}

/// Memory of processes as the kernel counts it, in bytes.
public enum Memory {
    /// The resident memory of this process now.
    public static func resident() -> Int { field("VmRSS", of: "self") }

    /// The most that this process has had resident.
    public static func peak() -> Int { field("VmHWM", of: "self") }

    /// The high-water marks of a process and of all its descendants, added up.
    static func peakOfTree(_ process: pid_t) -> Int {
        let children = text("/proc/\(process)/task/\(process)/children").split(separator: " ").compactMap { pid_t($0) }
        return field("VmHWM", of: "\(process)") + children.reduce(0) { $0 + peakOfTree($1) }
    }

    private static func field(_ name: String, of process: String) -> Int {
        let line = text("/proc/\(process)/status").split(separator: "\n").first { $0.hasPrefix(name + ":") }
        let kilobytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
        return (kilobytes ?? 0) * 1024
    }

    private static func text(_ path: String) -> String {
        String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }
}
