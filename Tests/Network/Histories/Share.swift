/// The threads of a workload that one process runs.
package struct Share: Sendable, Codable {
    package var workload: Workload
    package var first: Int
    package var count: Int

    package init(_ workload: Workload, first: Int, count: Int) {
        self.workload = workload
        self.first = first
        self.count = count
    }
}
