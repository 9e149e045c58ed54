import Essentials
import SQLite
import SearchAPI
import ViSearchRoutes

/// The contents that the file of a server's insertions must have.
struct AcceptedJobs: Hashable {
    /// The counts of one request, in the order of the requests.
    struct Job: Hashable {
        var total: Int
        var done = 0
        var failed = 0
    }

    /// An insertion that is not finished, of the job at `job`.
    struct Waiting: Hashable {
        var place: Int
        var job: Int
        var entry: JobStore.Entry
    }

    var jobs: [Job] = []
    var waiting: [Waiting] = []
    /// The number of the insertion that was accepted last, which none has again.
    var last = 0

    mutating func add(_ entries: [JobStore.Entry]) {
        for entry in entries {
            last += 1
            waiting.append(Waiting(place: last, job: jobs.count, entry: entry))
        }
        jobs.append(Job(total: entries.count))
    }

    mutating func finish(_ place: Int, failing: Bool) {
        guard let index = waiting.firstIndex(where: { $0.place == place }) else { return }
        let job = waiting.remove(at: index).job
        if failing { jobs[job].failed += 1 } else { jobs[job].done += 1 }
    }

    init() {}

    /// All that the file holds.
    init(in database: Database) throws(SearchError) {
        var places: [Int: Int] = [:]
        try database.each(
            """
            SELECT id, total, done, failed, (SELECT count(*) FROM failures WHERE job = id) FROM jobs ORDER BY id
            """
        ) { row throws(SearchError) in
            places[row.integer(0)] = jobs.count
            jobs.append(Job(total: row.integer(1), done: row.integer(2), failed: row.integer(3)))
            guard row.integer(3) == row.integer(4) else {
                throw .damaged(path: "jobs", detail: "\(row.integer(3)) failures, of which \(row.integer(4)) are told")
            }
        }
        try database.each("SELECT place, job, name, url, fields, picture FROM waiting ORDER BY place") {
            row throws(SearchError) in
            guard let job = places[row.integer(1)] else {
                throw .damaged(path: "jobs", detail: "an insertion of no job")
            }
            guard let entry = JobStore.Entry(row, from: 2) else {
                throw .damaged(path: "jobs", detail: "the fields of an insertion cannot be read")
            }
            waiting.append(Waiting(place: row.integer(0), job: job, entry: entry))
        }
        last = try database.first("SELECT seq FROM sqlite_sequence WHERE name = 'waiting'") { $0.integer(0) } ?? 0
        for (index, job) in jobs.enumerated() {
            let left = waiting.count { $0.job == index }
            guard left == job.total - job.done - job.failed else {
                throw .damaged(path: "jobs", detail: "\(left) insertions wait of job \(index), which is \(job)")
            }
        }
    }
}

extension JobStore.Entry {
    /// Reads name, address, fields and picture.
    fileprivate init?(_ row: Statement, from column: Int) {
        let fields = Data(row.text(column + 2).utf8)
        guard let values = try? JSONDecoder().decode([String: String].self, from: fields) else { return nil }
        self.init(
            row.text(column), url: row.optionalText(column + 1), values: values,
            picture: row.optionalBytes(column + 3))
    }

    /// An insertion that the random numbers determine; some pictures are longer than a page.
    init(_ random: inout SplitMix) {
        let hasPicture = random.isOnce(in: 3)
        self.init(
            random.pick(Shop.ids), url: hasPicture ? nil : "https://shop.example/\(random.below(100)).jpg",
            values: random.isOnce(in: 2) ? ["brand": random.pick(["acme", "nord", "é"])] : [:],
            picture: hasPicture ? [UInt8](repeating: UInt8(random.below(256)), count: random.below(20_000)) : nil)
    }
}
