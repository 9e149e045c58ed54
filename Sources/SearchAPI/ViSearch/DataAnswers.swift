extension ViSearch {
    /// The answer of ``Insert``.
    public struct InsertAnswer: Answer {
        public var status: Status
        /// The name of the work that goes on, for ``InsertStatus``.
        public var transaction: String?
        /// How many images were accepted.
        public var total: Int
        /// The images that were not.
        public var faults: [ImageFault]
        public var requestID: String?
        public var other: [String: JSONValue]

        public init(transaction: String?, total: Int, faults: [ImageFault] = [], requestID: String? = nil) {
            status = faults.isEmpty ? .ok : total > 0 ? .warning : .fail
            self.transaction = transaction
            self.total = total
            self.faults = faults
            self.requestID = requestID
            other = [:]
        }

        public init(json: JSONValue) throws(MalformedJSON) {
            var members = try JSONMembers(json)
            let head = try AnswerHead(&members)
            self.init(
                transaction: try members.text("trans_id"), total: try members.integer("total") ?? 0,
                faults: head.errors, requestID: head.requestID)
            status = head.status
            other = members.rest
        }

        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("status", status.rawValue)
            writer.member("method", Operation.insert.rawValue)
            writer.member(transaction: transaction)
            writer.member("total", total)
            writer.member("error", faults) { writer, fault in fault.write(to: &writer) }
            writer.members(other)
            writer.member("reqid", requestID)
            writer.endObject()
        }
    }

    /// The answer of ``Remove``.
    public struct RemoveAnswer: Answer {
        public var status: Status
        /// How many items were removed.
        public var total: Int
        /// The names that were not there.
        public var faults: [ImageFault]
        public var requestID: String?
        public var other: [String: JSONValue]

        /// Names that were not there are no failure, only a warning, even when none was.
        public init(total: Int, faults: [ImageFault] = [], requestID: String? = nil) {
            status = faults.isEmpty ? .ok : .warning
            self.total = total
            self.faults = faults
            self.requestID = requestID
            other = [:]
        }

        public init(json: JSONValue) throws(MalformedJSON) {
            var members = try JSONMembers(json)
            let head = try AnswerHead(&members)
            self.init(total: try members.integer("total") ?? 0, faults: head.errors, requestID: head.requestID)
            status = head.status
            other = members.rest
        }

        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("status", status.rawValue)
            writer.member("method", Operation.remove.rawValue)
            writer.member("total", total)
            writer.member("error", faults) { writer, fault in fault.write(to: &writer) }
            writer.members(other)
            writer.member("reqid", requestID)
            writer.endObject()
        }
    }

    /// The answer of ``InsertStatus``.
    public struct StatusAnswer: Answer {
        public var status: Status
        /// Nil when there is no such transaction.
        public var progress: Progress?
        public var faults: [ImageFault]
        public var requestID: String?
        public var other: [String: JSONValue]

        public init(_ progress: Progress?, faults: [ImageFault] = [], requestID: String? = nil) {
            status = progress == nil ? .fail : .ok
            self.progress = progress
            self.faults = faults
            self.requestID = requestID
            other = [:]
        }

        public init(json: JSONValue) throws(MalformedJSON) {
            var members = try JSONMembers(json)
            let head = try AnswerHead(&members)
            self.init(
                try members.array("result", Progress.init(json:at:))?.first, faults: head.errors,
                requestID: head.requestID)
            status = head.status
            other = members.rest
        }

        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("status", status.rawValue)
            writer.member("method", Operation.insertStatus.rawValue)
            writer.member("result", progress.map { [$0] }) { writer, progress in progress.write(to: &writer) }
            writer.member("error", faults.isEmpty ? nil : faults) { writer, fault in fault.write(to: &writer) }
            writer.members(other)
            writer.member("reqid", requestID)
            writer.endObject()
        }
    }
}

// Errors of data operations are those of their images.
extension ViSearch.InsertAnswer {
    public var errorTexts: [String] { faults.map(\.text) }
    public var errorNumber: Int? { faults.first?.code }
}

extension ViSearch.RemoveAnswer {
    public var errorTexts: [String] { faults.map(\.text) }
    public var errorNumber: Int? { faults.first?.code }
}

extension ViSearch.StatusAnswer {
    public var errorTexts: [String] { faults.map(\.text) }
    public var errorNumber: Int? { faults.first?.code }
}

extension JSONWriter {
    /// A number where it is one, as the service writes it; it may have more digits than a script keeps.
    mutating func member(transaction: String?) {
        guard let transaction else { return }
        if let number = Int(transaction), String(number) == transaction {
            member("trans_id", number)
        } else {
            member("trans_id", transaction)
        }
    }
}
