/// What every answer begins with.
struct AnswerHead {
    var status: ViSearch.Status
    var method: String
    var errors: [ViSearch.ImageFault]
    var errorNumber: Int?
    var requestID: String?

    /// Errors are strings, objects, one object or one string, as the service likes.
    init(_ members: inout JSONMembers) throws(MalformedJSON) {
        guard let text = try members.text("status") else {
            throw MalformedJSON(path: "status", reason: "expected text, found nothing")
        }
        status = try ViSearch.Status(text, at: "status")
        method = try members.text("method") ?? ""
        requestID = try members.text("reqid")
        errorNumber = try members.integer("error_code")
        errors = []
        switch members.value("error") {
        case nil: break
        case .array(let values):
            for (index, value) in values.enumerated() {
                errors.append(try ViSearch.ImageFault(json: value, at: "error[\(index)]"))
            }
        case .some(let value): errors = [try ViSearch.ImageFault(json: value, at: "error")]
        }
        errorNumber = errorNumber ?? errors.first?.code
    }
}

extension ViSearch {
    /// What is wrong with one image of a data operation, or with all of it.
    public struct ImageFault: Hashable, Sendable, Codable {
        /// The place of the image in the request.
        public var index: Int?
        public var name: String?
        /// See ``Fault``.
        public var code: Int?
        public var text: String

        public init(_ fault: Fault, index: Int? = nil, name: String? = nil) {
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
        var code = try members.integer("error_code")
        if code == nil { code = try members.integer("code") }
        var text = try members.text("error_message")
        if text == nil { text = try members.text("message") }
        let index = try members.integer("index")
        self.init(ViSearch.Fault(code: code, text ?? ""), index: index, name: try members.text("im_name"))
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("index", index)
        writer.member("im_name", name)
        writer.member("error_code", code)
        writer.member("error_message", text)
        writer.endObject()
    }
}
