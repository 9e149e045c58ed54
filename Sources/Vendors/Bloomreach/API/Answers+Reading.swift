internal import Essentials

extension Bloomreach {
    /// A failure that the service reports, in an answer with the status of success too.
    package struct Failure: Error, Hashable, Sendable {
        package var texts: [String]
    }

    /// The reasons in a body, in any of the shapes that the service has for them; empty without any.
    package static func reasons(in body: [UInt8]) -> [String] {
        let body = (try? JSONValue(parsing: body)) ?? .null
        let texts = (body["errors"] ?? .null).reasons
        return texts.isEmpty ? (body["error"] ?? .null).reasons : texts
    }

    /// The results of an answer to ``AttributesCall``, one for each of its attributes.
    package static func results(
        in body: [UInt8], count: Int
    ) throws(ReadingError) -> (results: [AttributeResult], notices: [Fault]) {
        var members = try whole(body)
        var results: [AttributeResult] = []
        for (index, value) in try list("results", &members).enumerated() {
            let path = "results[\(index)]"
            do throws(MalformedJSON) {
                var result = try JSONMembers(value, at: path)
                let isSuccess = try result.flag("success") ?? true
                let reasons = (result.value("error") ?? .null).reasons
                let text = reasons.isEmpty ? "the service refuses without a reason" : reasons.joined(separator: "; ")
                results.append(isSuccess ? .value(result.value("value") ?? .null) : .failure(text))
            } catch {
                throw .malformed(error)
            }
        }
        guard results.count == count else {
            throw .malformed(.init(path: "results", reason: "expected \(count) results, found \(results.count)"))
        }
        return (results, warnings(&members))
    }

    /// The rows of an answer to ``StreamCall``, as they came.
    package static func streamRows(in body: [UInt8]) throws(ReadingError) -> (rows: JSONValue, notices: [Fault]) {
        var members = try whole(body)
        let errors = (members.value("errors") ?? .null).reasons
        return (members.value("data") ?? .null, errors.map { Fault("errors", $0) } + warnings(&members))
    }

    /// The categories of an answer, without those that cannot be read.
    package static func categories(in body: [UInt8]) throws(ReadingError) -> Rows<ConsentCategory> {
        var members = try whole(body)
        let values = try list("results", &members)
        return rows(values, at: "results", warnings(&members)) { value, path, notices throws(MalformedJSON) in
            try ConsentCategory(value, path, &notices)
        }
    }

    /// The items of a recommendation, without those that cannot be read. `value` is an array, or null for nothing.
    package static func recommended<Item: Decodable & Sendable>(
        _ value: JSONValue, at path: String, _ notices: [Fault]
    ) throws(ReadingError) -> Rows<Recommended<Item>> {
        var values: [JSONValue] = []
        switch value {
        case .array(let all): values = all
        case .null: break
        default: throw .malformed(.init(path: path, reason: "expected an array, found \(value.kind)"))
        }
        let decoder = JSONDecoder()
        return rows(values, at: path, notices) { value, path, _ throws(MalformedJSON) in
            var members = try JSONMembers(value, at: path)
            let id = try members.needed(idKey)
            let item: Item
            do { item = try decoder.decode(Item.self, from: Data(value.encoded)) } catch {
                let text = (error as? DecodingError)?.sentence(of: "") ?? "cannot be read"
                throw MalformedJSON(path: "\(path), item \(id)", reason: text)
            }
            return Recommended(
                id: id, engine: try members.text("engine_name") ?? "",
                model: try members.text("recommendation_id") ?? "",
                variant: try members.text("recommendation_variant_id"),
                score: try members.number("recommendation_score"),
                reasons: try members.array("recommendation_reasons") { value, path throws(MalformedJSON) in
                    var reason = try JSONMembers(value, at: path)
                    return Recommendation.Reason(
                        kind: try reason.text("kind") ?? "", seed: try reason.text("seed"),
                        share: try reason.number("share") ?? 0)
                } ?? [], item: item)
        }
    }

    /// The error of reading an answer.
    package enum ReadingError: Error {
        case failure(Failure)
        case malformed(MalformedJSON)
    }

    private static func whole(_ body: [UInt8]) throws(ReadingError) -> JSONMembers {
        let members: JSONMembers
        let isSuccess: Bool
        do throws(MalformedJSON) {
            var all = try JSONMembers(JSONValue(parsing: body))
            isSuccess = try all.flag("success") ?? true
            members = all
        } catch {
            throw .malformed(error)
        }
        if !isSuccess { throw .failure(Failure(texts: reasons(in: body))) }
        return members
    }

    private static func list(_ key: String, _ members: inout JSONMembers) throws(ReadingError) -> [JSONValue] {
        do throws(MalformedJSON) {
            guard let values = try members.array(key, { value, _ in value }) else {
                throw MalformedJSON(path: key, reason: "is missing")
            }
            return values
        } catch {
            throw .malformed(error)
        }
    }

    private static func warnings(_ members: inout JSONMembers) -> [Fault] {
        (members.value("warnings")?.elements ?? []).compactMap { warning in
            warning["message"]?.text.map { Fault(warning["description"]?.text ?? "", $0) }
        }
    }

    private static func rows<Row: Sendable>(
        _ values: [JSONValue], at path: String, _ notices: [Fault],
        _ read: (JSONValue, String, inout [Fault]) throws(MalformedJSON) -> Row
    ) -> Rows<Row> {
        var rows: [Row] = []
        var notices = notices
        for (index, value) in values.enumerated() {
            do throws(MalformedJSON) { rows.append(try read(value, "\(path)[\(index)]", &notices)) } catch {
                notices.append(Fault(error.path, error.reason))
            }
        }
        return Rows(rows, notices: notices)
    }
}

extension ConsentCategory {
    /// Sources and texts that cannot be read are left out.
    fileprivate init(_ value: JSONValue, _ path: String, _ notices: inout [Bloomreach.Fault]) throws(MalformedJSON) {
        var members = try JSONMembers(value, at: path)
        self.init(id: try members.needed("id"), hasLegitimateInterest: try members.flag("legitimate_interest") ?? false)
        for (name, value) in try members.object("sources") ?? [:] where value != .null {
            var source = try JSONMembers(.object([name: value]), at: members.path("sources"))
            do throws(MalformedJSON) { sources[name] = try source.flag(name) } catch {
                notices.append(.init(error.path, error.reason))
            }
        }
        for (language, value) in try members.object("translations") ?? [:] {
            guard case .object(let texts) = value else {
                notices.append(.init("\(path).translations.\(language)", "expected an object, found \(value.kind)"))
                continue
            }
            translations[language] = texts.compactMapValues(\.text)
        }
    }
}

extension Consent {
    /// A consent from its parts; nil for a customer who has not answered.
    ///
    /// The service says whether a consent holds now, and not whether one that has ended was given: that counts as
    /// refused.
    package init?(category: String, parts: [Bloomreach.ConsentPart: JSONValue]) {
        guard let timestamp = parts[.timestamp]?.asNumber else { return nil }
        self.init(
            category: category, isGiven: parts[.valid] == .bool(true), message: parts[.message]?.text,
            source: parts[.source]?.text, timestamp: timestamp, until: parts[.until]?.asNumber)
    }
}

extension JSONValue {
    /// The reasons in a text, an object or an array of these. A text may itself be such JSON, as `errors` of a stream is.
    fileprivate var reasons: [String] {
        switch self {
        case .null, .bool: return []
        case .int, .number: return [encodedText]
        case .string(let text):
            if text.isEmpty { return [] }
            guard let first = text.utf8.first, "[{".utf8.contains(first),
                let inner = try? JSONValue(parsing: text.utf8)
            else { return [text] }
            return inner.reasons
        case .array(let values): return values.flatMap(\.reasons)
        case .object(let members):
            guard let text = members["message"]?.text ?? members["error"]?.text ?? members["description"]?.text else {
                return members.isEmpty ? [] : [encodedText]
            }
            let place = members["message"] == nil ? "" : members["description"]?.text ?? ""
            return [Bloomreach.Fault(place, text).description]
        }
    }
}
