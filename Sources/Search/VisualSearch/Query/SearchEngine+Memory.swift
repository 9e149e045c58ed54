internal import Imaging
internal import SQLite

/// The memory of a process by what it is used for, in bytes.
package struct MemoryUse: Hashable, Sendable, Codable {
    /// A use of memory, and its bytes.
    package struct Part: Hashable, Sendable, Codable {
        package var name: String
        package var bytes: Int

        package init(_ name: String, _ bytes: Int) { (self.name, self.bytes) = (name, bytes) }
    }

    /// The name of a part, and how its bytes are counted.
    package struct Count: Sendable {
        package let name: String
        package let bytes: @Sendable () -> Int

        package init(_ name: String, _ bytes: @escaping @Sendable () -> Int) {
            (self.name, self.bytes) = (name, bytes)
        }
    }

    /// The parts, whose sum is about ``resident``: what was counted may not be resident.
    package var parts: [Part]
    /// The memory of the process as the system counts it; nil where it does not tell.
    package var resident: Int?

    package var sum: Int { parts.reduce(0) { $0 + $1.bytes } }

    /// The parts that were counted, and those that the system and the allocator count: `program`, `threads`, what is `other`
    /// on the heap, and `unused`, which the allocator keeps.
    package init(_ counts: [Count]) {
        parts = counts.map { Part($0.name, $0.bytes()) }
        guard let process = ProcessMemory.now() else { return }
        resident = process.resident
        let held = process.heap + MappedBuffers.bytes
        parts += [
            Part("other", max(held - sum, 0)),
            Part("unused", max(process.resident - process.files - process.stacks - max(held, sum), 0)),
            Part("threads", process.stacks), Part("program", process.files),
        ]
    }
}

extension SearchEngine {
    /// The parts of the memory that this engine and the libraries below it count.
    package var memoryCounts: [MemoryUse.Count] {
        [
            .init("vectors") { [self] in catalog.bytes }, .init("columns") { [self] in store.columns.bytes },
            .init("words") { [self] in store.words.bytes + relatedWords.bytes },
            .init("networks") { LoadedNumbers.bytes }, .init("database") { Database.allocatedBytes },
        ]
    }
}
