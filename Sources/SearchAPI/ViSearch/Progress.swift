public import Foundation

extension ViSearch {
    /// How far an insert has come.
    public struct Progress: Hashable, Sendable {
        public var transaction: String
        /// 0…100.
        public var percent: Int
        public var total: Int
        public var successCount: Int
        public var failCount: Int
        public var started: Date?
        public var updated: Date?
        /// One page of the images that failed.
        public var faults: [ImageFault]
        public var errorPage: Int?
        public var errorLimit: Int?

        public init(
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

extension ViSearch.Progress {
    init(json: JSONValue, at path: String) throws(MalformedJSON) {
        var members = try JSONMembers(json, at: path)
        self.init(
            transaction: try members.text("trans_id") ?? "", percent: try members.integer("processed_percent") ?? 0,
            total: try members.integer("total") ?? 0, successCount: try members.integer("success_count") ?? 0,
            failCount: try members.integer("fail_count") ?? 0, started: try members.date("start_time"),
            updated: try members.date("update_time"),
            faults: try members.array("error_list", ViSearch.ImageFault.init(json:at:)) ?? [],
            errorPage: try members.integer("error_page"), errorLimit: try members.integer("error_limit"))
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
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
        writer.endObject()
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

    /// With `+0000`, `+00:00` or `Z`, with or without a fraction.
    fileprivate init?(stamp: String) {
        var text = stamp
        if text.hasSuffix("+0000") || text.hasSuffix("+00:00") {
            text = text[..<text.lastIndex(of: "+")!] + "Z"
        }
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
    /// A moment as text, or in milliseconds since 1970. Nil for what is neither.
    fileprivate mutating func date(_ key: String) throws(MalformedJSON) -> Date? {
        switch value(key) {
        case .string(let text): Date(stamp: text)
        case .int(let number): Date(timeIntervalSince1970: Double(number) / 1000)
        default: nil
        }
    }
}
