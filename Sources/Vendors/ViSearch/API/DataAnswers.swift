extension ViSearch {
    /// The answer to an insertion.
    public struct InsertAnswer: Answer, WireAnswer {
        /// Its faults are the images that were not accepted.
        public var head: AnswerHead
        /// The name of the work that goes on, for its progress.
        public var transaction: String?
        /// The number of images that were accepted.
        public var total: Int

        /// Creates an answer; its status follows from the total and the faults.
        package init(transaction: String?, total: Int, faults: [ImageFault] = [], requestID: String? = nil) {
            let status: Status = faults.isEmpty ? .ok : total > 0 ? .warning : .fail
            head = AnswerHead(.insert, status, faults: faults, requestID: requestID)
            self.transaction = transaction
            self.total = total
        }

        package init(json: JSONValue) throws(MalformedJSON) {
            var members = try JSONMembers(json)
            head = try AnswerHead(&members)
            transaction = try members.text("trans_id")
            total = try members.integer("total") ?? 0
            head.other = members.rest
        }

        package func write(to writer: inout JSONWriter) {
            head.write(to: &writer) { writer in
                writer.member(transaction: transaction)
                writer.member("total", total)
                writer.member("error", faults) { writer, fault in fault.write(to: &writer) }
            }
        }
    }

    /// The answer to a removal.
    public struct RemoveAnswer: Answer, WireAnswer {
        /// Its faults are the names that were not there.
        public var head: AnswerHead
        /// The number of items that were removed.
        public var total: Int

        /// Names that were not there are no failure, only a warning, even when none was.
        package init(total: Int, faults: [ImageFault] = [], requestID: String? = nil) {
            head = AnswerHead(.remove, faults.isEmpty ? .ok : .warning, faults: faults, requestID: requestID)
            self.total = total
        }

        package init(json: JSONValue) throws(MalformedJSON) {
            var members = try JSONMembers(json)
            head = try AnswerHead(&members)
            total = try members.integer("total") ?? 0
            head.other = members.rest
        }

        package func write(to writer: inout JSONWriter) {
            head.write(to: &writer, code: status == .fail ? faults.first?.code : nil) { writer in
                writer.member("total", total)
                writer.member("error", faults) { writer, fault in
                    // Clients show a failure only when it is text, and unknown names only as JSON objects.
                    if status == .fail { writer.value(fault.text) } else { fault.write(to: &writer) }
                }
            }
        }
    }

    /// The answer of ``InsertStatus``.
    package struct StatusAnswer: WireAnswer {
        /// The members that every answer has.
        package var head: AnswerHead
        /// Nil when there is no such transaction.
        package var progress: Progress?

        /// Creates an answer; without progress it is a failure.
        package init(_ progress: Progress?, faults: [ImageFault] = [], requestID: String? = nil) {
            head = AnswerHead(.insertStatus, progress == nil ? .fail : .ok, faults: faults, requestID: requestID)
            self.progress = progress
        }

        package init(json: JSONValue) throws(MalformedJSON) {
            var members = try JSONMembers(json)
            head = try AnswerHead(&members)
            progress = try members.array("result", Progress.init(json:at:))?.first
            head.other = members.rest
        }

        package func write(to writer: inout JSONWriter) {
            // The service reports an unknown transaction as a JSON object, and every other fault as text.
            let isUnknown = faults.first?.code == Fault.unknownTransaction.code
            head.write(to: &writer, code: isUnknown ? nil : faults.first?.code) { writer in
                writer.member("result", progress.map { [$0] }) { writer, progress in progress.write(to: &writer) }
                writer.member("error", faults.isEmpty ? nil : faults) { writer, fault in
                    if isUnknown { fault.write(to: &writer) } else { writer.value(fault.text) }
                }
            }
        }
    }
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
