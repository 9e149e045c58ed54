extension Bloomreach {
    /// The answer to one attribute of a call.
    package enum AttributeResult: Hashable, Sendable {
        /// A value: the rows of a recommendation, or the part of a consent.
        case value(JSONValue)
        /// The reason of a failure.
        case failure(String)

        fileprivate var json: JSONValue {
            switch self {
            case .value(let value): ["success": true, "value": value]
            case .failure(let text): ["success": false, "error": .string(text)]
            }
        }
    }

    /// The body of an answer to ``AttributesCall``.
    package static func body(of results: [AttributeResult], warnings: [Fault] = []) -> [UInt8] {
        body(["results": .array(results.map(\.json))], warnings)
    }

    /// The body of an answer to ``StreamCall``. The errors are JSON in a string, as the service has it.
    package static func body(ofRows rows: [JSONValue], warnings: [Fault] = []) -> [UInt8] {
        body(["data": .array(rows), "errors": "[]"], warnings)
    }

    /// The body of an answer with the categories of consents.
    package static func body(of categories: [ConsentCategory]) -> [UInt8] {
        body(["results": .array(categories.map(\.bloomreachJSON))], [])
    }

    /// The body of an answer with a status other than success.
    package static func body(ofFaults faults: [Fault], status: Int, requestID: String) -> [UInt8] {
        JSONValue.object([
            "success": false, "error": .string(faults.map(\.description).joined(separator: "; ")),
            "errors": .array(
                faults.map { fault in
                    ["code": .int(status), "message": .string(fault.text), "description": .string(fault.path)]
                }),
            "request_id": .string(requestID),
        ]).encoded
    }

    /// Warnings are ours: clients of the service read past them.
    private static func body(_ members: [String: JSONValue], _ warnings: [Fault]) -> [UInt8] {
        var members = members
        members["success"] = true
        if !warnings.isEmpty {
            members["warnings"] = .array(
                warnings.map { ["message": .string($0.text), "description": .string($0.path)] })
        }
        return JSONValue.object(members).encoded
    }
}

extension Recommendation {
    /// The row of the item: its attributes, and the members of the system beside them.
    package func bloomreachRow(of answer: RecommendationAnswer, attributes: [String: JSONValue]) -> JSONValue {
        let reasons: [JSONValue] = reasons.map { reason in
            [
                "kind": .string(reason.kind), "seed": reason.seed.map(JSONValue.string) ?? .null,
                "share": .number(reason.share),
            ]
        }
        let system: [String: JSONValue] = [
            Bloomreach.idKey: .string(id), "engine_name": .string(engine), "recommendation_id": .string(answer.model),
            "recommendation_variant_id": answer.variant.map(JSONValue.string) ?? .null,
            "recommendation_score": .number(score), "recommendation_reasons": .array(reasons),
        ]
        return .object(attributes.merging(system) { $1 })
    }
}

extension ConsentCategory {
    fileprivate var bloomreachJSON: JSONValue {
        var texts = translations.mapValues { $0.mapValues(JSONValue.string) }
        // The service has these two in its own language, with null for a missing one.
        if let own = texts[""] { texts[""] = ["name": .null, "description": .null].merging(own) { $1 } }
        // The vendor's clients need these to be there.
        let needed = ["crm", "import", "page", "private_api", "public_api", "scenario"]
        let sources = Dictionary(needed.map { ($0, false) }) { $1 }.merging(sources) { $1 }
        return [
            "id": .string(id), "legitimate_interest": .bool(hasLegitimateInterest),
            "sources": .object(sources.mapValues(JSONValue.bool)),
            "translations": .object(texts.mapValues(JSONValue.object)),
        ]
    }
}

extension Consent {
    /// The value of a part.
    ///
    /// - Parameter moment: The time at which the consent has to hold, in seconds since 1970.
    package func bloomreachValue(_ part: Bloomreach.ConsentPart, at moment: Double) -> JSONValue {
        switch part {
        case .valid: .bool(isValid(at: moment))
        case .message: message.map(JSONValue.string) ?? .null
        case .source: source.map(JSONValue.string) ?? .null
        case .timestamp: .seconds(timestamp)
        case .until: until.map(JSONValue.seconds) ?? .null
        }
    }
}

extension JSONValue {
    /// Whole seconds without a fraction.
    fileprivate static func seconds(_ seconds: Double) -> JSONValue {
        Int(exactly: seconds).map(JSONValue.int) ?? .number(seconds)
    }
}
