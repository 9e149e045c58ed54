import Foundation

/// The machine that a run was made on, as far as it matters for speed.
public struct Machine: Hashable, Sendable, Codable {
    /// The processor's own name.
    public var processor: String
    /// Cores that this process may use.
    public var cores: Int
    /// Main memory in GiB.
    public var memory: Double
    /// Distribution and kernel.
    public var system: String
    /// Processes that wanted to run in the last minute. Far below 1 on an idle machine; above that, wall times of this
    /// run mean little.
    public var load: Double
    /// The instruction sets of the processor that loops here use, and MAGPIE_ISA where it is set. Nil in older baselines.
    public var instructionSets: [String]?

    /// Other work takes part of the cores, so that wall times mean little.
    public var isBusy: Bool { load > 0.5 }

    /// This machine, now.
    public static func current() -> Machine {
        var loads = [0.0]
        // Safe: getloadavg writes one value into an array of one.
        unsafe getloadavg(&loads, 1)
        return Machine(
            processor: value(of: "model name", in: "/proc/cpuinfo", separator: ":") ?? "unknown",
            cores: ProcessInfo.processInfo.activeProcessorCount,
            memory: (Double(ProcessInfo.processInfo.physicalMemory) / 0x1p30 * 10).rounded() / 10,
            system: ProcessInfo.processInfo.operatingSystemVersionString, load: loads[0],
            instructionSets: instructionSets())
    }

    private static func instructionSets() -> [String] {
        let used = [
            "avx2", "fma", "avx_vnni", "avx512f", "avx512bw", "avx512vl", "avx512vbmi", "avx512_vnni", "asimd",
            "asimddp",
        ]
        let flags =
            value(of: "flags", in: "/proc/cpuinfo", separator: ":")
            ?? value(of: "Features", in: "/proc/cpuinfo", separator: ":") ?? ""
        let words = Set(flags.split(separator: " ").map(String.init))
        let chosen = ProcessInfo.processInfo.environment["MAGPIE_ISA"].map { ["MAGPIE_ISA=\($0)"] } ?? []
        return used.filter(words.contains) + chosen
    }

    private static func value(of key: String, in path: String, separator: Character) -> String? {
        let text = String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.hasPrefix(key) }
        return line?.split(separator: separator, maxSplits: 1).last?.trimmingCharacters(in: .whitespaces)
    }
}

extension Machine: CustomStringConvertible {
    public var description: String {
        "\(processor), \(cores) cores, \(memory) GiB, \(system), load \((load * 100).rounded() / 100), "
            + (instructionSets ?? []).joined(separator: " ")
    }
}
