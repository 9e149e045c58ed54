internal import CVipsShim
import Essentials

/// The memory of this process in bytes, as the system and the allocator count it.
package struct ProcessMemory: Hashable, Sendable {
    /// The memory that is resident.
    package var resident: Int
    /// Of it, the pages of files: the program and its libraries.
    package var files: Int
    /// Of it, the stacks of the threads but the first.
    package var stacks: Int
    /// Bytes that the allocator has handed out, whether they are resident or not.
    package var heap: Int

    /// The present state; nil where the system has no `/proc`.
    package static func now() -> ProcessMemory? {
        guard let status = text("/proc/self/status"), let resident = kilobytes("VmRSS:", in: status),
            let files = kilobytes("RssFile:", in: status), let mappings = text("/proc/self/smaps")
        else { return nil }
        return ProcessMemory(resident: resident, files: files, stacks: stacks(mappings), heap: cvs_heap_used())
    }

    /// Read to the end: the system gives such files a page at a time, which Foundation takes for the whole.
    private static func text(_ path: String) -> String? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return readAll(descriptor).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func kilobytes(_ name: String, in lines: String) -> Int? {
        lines.split(separator: "\n").first { $0.hasPrefix(name) }
            .flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Int($0) }.map { $0 * 1024 }
    }

    /// The resident bytes of the mappings that follow a guard page: threads have their stacks there.
    private static func stacks(_ mappings: String) -> Int {
        var bytes = 0
        // The end of the last guard, and whether the present mapping begins there.
        var (guarded, isStack) = (Substring(), false)
        for line in mappings.split(separator: "\n") {
            if line.hasPrefix("Rss:") {
                if isStack { bytes += (line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1024 }
                continue
            }
            let words = line.split(separator: " ", maxSplits: 5)
            guard words.count >= 5, words[1].count == 4, let dash = words[0].firstIndex(of: "-") else { continue }
            let (start, end) = (words[0][..<dash], words[0][words[0].index(after: dash)...])
            isStack = words[1].hasPrefix("rw") && words[4] == "0" && start == guarded
            let length = (Int(end, radix: 16) ?? 0) - (Int(start, radix: 16) ?? 0)
            guarded = words[1].hasPrefix("---") && length <= guardBytes ? end : ""
        }
        return bytes
    }

    /// A guard is a page, of 64 KiB at most; what an allocator reserves is larger.
    private static let guardBytes = 64 << 10
}
