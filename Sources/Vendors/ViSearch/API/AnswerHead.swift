extension ViSearch {
    /// The members that every answer has; see ``Answer``.
    public struct AnswerHead: Hashable, Sendable {
        /// `fail` only where nothing was done.
        package var status: Status
        /// The operation that answered.
        package var method: String
        /// The faults, of data operations with their images. Empty when all is well.
        package var faults: [ImageFault]
        /// The error number of the answer as a whole, which few have.
        package var code: Int?
        /// The name of this request, for events and questions to the service.
        package var requestID: String?
        /// Further members that the service sent, by their names on the wire.
        package var other: [String: JSONValue] = [:]

        init(_ operation: Operation, _ status: Status, faults: [ImageFault] = [], requestID: String?) {
            self.status = status
            self.faults = faults
            self.requestID = requestID
            method = operation.rawValue
        }
    }
}

extension ViSearch.AnswerHead {
    /// Errors may be strings, JSON objects, one object or one string: the service sends all of these.
    init(_ members: inout JSONMembers) throws(MalformedJSON) {
        status = try ViSearch.Status(&members)
        method = try members.text("method") ?? ""
        requestID = try members.text("reqid")
        code = try members.integer("error_code")
        faults = []
        switch members.value("error") {
        case nil: break
        case .array(let values):
            for (index, value) in values.enumerated() {
                faults.append(try ViSearch.ImageFault(json: value, at: "error[\(index)]"))
            }
        case .some(let value): faults = [try ViSearch.ImageFault(json: value, at: "error")]
        }
        if let code, faults.count == 1, faults[0].code == nil { faults[0].code = code }
    }

    /// Writes an answer: its head, its own members, and its end.
    ///
    /// - Parameter code: The error number where errors are written as text.
    func write(to writer: inout JSONWriter, code: Int? = nil, _ members: (inout JSONWriter) -> Void) {
        writer.beginObject()
        writer.member("status", status.rawValue)
        writer.member("method", method)
        members(&writer)
        writer.member("error_code", self.code ?? code)
        writer.members(other)
        writer.member("reqid", requestID)
        writer.endObject()
    }
}

extension ViSearch {
    /// The fault of one image of a data operation, or of a whole request.
    public struct ImageFault: Hashable, Sendable {
        /// The place of the image in the request.
        public var index: Int?
        /// The name of the image.
        public var name: String?
        /// The error number of the service, where it gave one.
        public var code: Int?
        /// The text of the service; without one, the whole error as JSON.
        public var text: String
        /// Further members that the service sent, by their names.
        package var other: [String: JSONValue] = [:]

        /// Creates the fault of one image.
        package init(_ fault: Fault, index: Int? = nil, name: String? = nil) {
            self.index = index
            self.name = name
            code = fault.code
            text = fault.text
        }
    }
}

extension ViSearch.ImageFault {
    init(json: JSONValue, at path: String) throws(MalformedJSON) {
        if let text = json.text {
            self.init(ViSearch.Fault(text))
            return
        }
        var members = try JSONMembers(json, at: path)
        let code = try members.integer("error_code", or: "code")
        let text = try members.text("error_message", or: "message")
        self.init(
            ViSearch.Fault(code: code, text ?? String(decoding: json.encoded, as: UTF8.self)),
            index: try members.integer("index"), name: try members.text("im_name"))
        other = members.rest
    }

    /// As data operations write it.
    func write(to writer: inout JSONWriter) {
        writer.object(other) { writer in
            writer.member("index", index)
            writer.member("im_name", name)
            writer.member("error_code", code)
            writer.member("error_message", text)
        }
    }

    /// Writes the short form of searches: a string, if it holds no more than the text.
    func writeShort(to writer: inout JSONWriter) {
        if self == Self(ViSearch.Fault(text)) { writer.value(text) } else { write(to: &writer) }
    }
}
