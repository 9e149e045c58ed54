import Essentials

extension Batch {
    /// The cores that this process may use, 1…1024: its CPU affinity, and the quota of its control group where there is
    /// one.
    public static let usableCores: Int = {
        let allowed = ProcessInfo.processInfo.activeProcessorCount
        return min(max(1, min(allowed, cgroupQuota() ?? allowed)), workerCounts.upperBound)
    }()

    /// Returns the whole cores of the quota, rounded up; nil without a quota.
    private static func cgroupQuota() -> Int? {
        guard let text = try? String(contentsOfFile: "/sys/fs/cgroup/cpu.max", encoding: .utf8) else { return nil }
        let fields = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard fields.count == 2, fields[0] > 0, fields[1] > 0 else { return nil }
        return Int((fields[0] / fields[1]).rounded(.up))
    }
}
