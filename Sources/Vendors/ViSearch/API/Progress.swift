public import Essentials

extension ViSearch {
    /// The progress of an insertion.
    public struct Progress: Hashable, Sendable {
        /// The name of the work, as the insert gave it.
        public var transaction: String
        /// 0…100.
        public var percent: Int
        /// Images that were accepted, of which so many succeeded and so many failed until now.
        public var total: Int
        /// Images that were inserted.
        public var successCount: Int
        /// Images that could not be inserted.
        public var failCount: Int
        /// In milliseconds.
        public var started: Date?
        /// The time of the last change.
        public var updated: Date?
        /// One page of the images that failed.
        public var faults: [ImageFault]
        /// The page of ``faults``, from 1, and how many one has.
        package var errorPage: Int?
        /// Errors per page.
        package var errorLimit: Int?
        /// Further members that the service sent, times that cannot be read included.
        package var other: [String: JSONValue] = [:]

        /// Creates the progress of an insertion.
        package init(
            transaction: String, percent: Int, total: Int, successCount: Int, failCount: Int, started: Date? = nil,
            updated: Date? = nil, faults: [ImageFault] = [], errorPage: Int? = nil, errorLimit: Int? = nil
        ) {
            self.transaction = transaction
            self.percent = percent
            self.total = total
            self.successCount = successCount
            self.failCount = failCount
            self.started = started
            self.updated = updated
            self.faults = faults
            self.errorPage = errorPage
            self.errorLimit = errorLimit
        }

        /// Nothing goes on any more.
        public var isDone: Bool { percent >= 100 }
    }
}

extension ViSearch.Progress: JSONRecord {
    package init(_ members: inout JSONMembers) throws(MalformedJSON) {
        let percent = try members.number("processed_percent") ?? 0
        self.init(
            // Almost done is not done.
            transaction: try members.text("trans_id") ?? "", percent: Int(min(max(percent, 0), 100)),
            total: try members.integer("total") ?? 0, successCount: try members.integer("success_count") ?? 0,
            failCount: try members.integer("fail_count") ?? 0, started: members.date("start_time"),
            updated: members.date("update_time"),
            faults: try members.array("error_list", ViSearch.ImageFault.init(json:at:)) ?? [],
            errorPage: try members.integer("error_page"), errorLimit: try members.integer("error_limit"))
    }

    func write(to writer: inout JSONWriter) {
        writer.object(other) { writer in
            writer.member(transaction: transaction)
            writer.member("processed_percent", percent)
            writer.member("total", total)
            writer.member("success_count", successCount)
            writer.member("fail_count", failCount)
            writer.member("start_time", started?.stamp)
            writer.member("update_time", updated?.stamp)
            if !faults.isEmpty || errorPage != nil {
                writer.member("error_list", faults) { writer, fault in fault.write(to: &writer) }
            }
            writer.member("error_page", errorPage)
            writer.member("error_limit", errorLimit)
        }
    }
}

extension Date {
    private static let milliseconds = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    private static let seconds = Date.ISO8601FormatStyle()

    /// `2015-01-02T03:04:05.678+0000`, the form that all clients read.
    fileprivate var stamp: String {
        // The style cuts the fraction; a moment of whole milliseconds must not lose one to rounding.
        addingTimeInterval(0.000_1).formatted(Date.milliseconds).replacing("Z", with: "+0000")
    }

    /// ISO 8601 with `T` or a blank between day and time, with `Z`, `+0000` or `+00:00`, with or without a fraction; or
    /// milliseconds since 1970.
    fileprivate init?(stamp: String) {
        // Times beyond the year 5000 are invalid, and could not be written.
        if let milliseconds = Double(stamp), milliseconds.magnitude < 1e14 {
            self.init(timeIntervalSince1970: milliseconds / 1000)
            return
        }
        let text = stamp.replacing(" ", with: "T", maxReplacements: 1)
        for style in [Date.milliseconds, Date.seconds] {
            if let date = try? style.parse(text) {
                self.init(timeIntervalSince1970: (date.timeIntervalSince1970 * 1000).rounded() / 1000)
                return
            }
        }
        return nil
    }
}

extension JSONMembers {
    /// Reads a time. An invalid one is nil, and stays in ``rest``.
    fileprivate mutating func date(_ key: String) -> Date? { value(key) { $0.text.flatMap(Date.init(stamp:)) } }
}
