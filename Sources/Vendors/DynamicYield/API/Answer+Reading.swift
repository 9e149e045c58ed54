internal import Essentials

extension DynamicYield.Answer where Item: Decodable {
    /// Reads an answer. A part that cannot be read is left out, and is among the notices.
    ///
    /// - Throws: For a text that is no JSON object.
    package init(parsing bytes: some Sequence<UInt8>) throws(MalformedJSON) {
        let raw = try DynamicYield.Answer<JSONValue>(reading: JSONValue(parsing: bytes))
        self.init(choices: [], cookies: raw.cookies, warnings: raw.warnings)
        notices = raw.notices
        let decoder = JSONDecoder()
        choices = raw.choices.enumerated().map { place, choice in
            choice.mapItems(at: "choices[\(place)]", &notices) { value in
                try decoder.decode(Item.self, from: Data(value.encoded))
            }
        }
    }
}

extension DynamicYield.Answer<JSONValue> {
    fileprivate init(reading value: JSONValue) throws(MalformedJSON) {
        var members = try JSONMembers(value)
        self.init(choices: [])
        var reader = LenientReader()
        choices = reader.array("choices", of: &members) { DynamicYield.Choice(&$0, $1, &$2) }
        cookies = reader.array("cookies", of: &members) { cookie, path, _ throws(MalformedJSON) in
            DynamicYield.Cookie(
                try cookie.needed("name"), try cookie.needed("value"), maxAge: try cookie.text("maxAge") ?? "")
        }
        warnings = reader.array("warnings", of: &members) { warning, path, _ throws(MalformedJSON) in
            DynamicYield.Warning(try warning.text("code") ?? "", try warning.text("message") ?? "")
        }
        notices = reader.notices
    }
}

extension DynamicYield.Choice<JSONValue> {
    fileprivate init(_ members: inout JSONMembers, _ path: String, _ reader: inout LenientReader) {
        self.init(id: nil, name: "", kind: Kind(rawValue: ""), decisionID: nil, variations: [])
        id = reader.lenient(try members.integer("id"))
        name = reader.lenient(try members.text("name")) ?? ""
        kind = Kind(rawValue: reader.lenient(try members.text("type")) ?? "")
        decisionID = reader.lenient(try members.text("decisionId"))
        groups = reader.lenient(try members.texts("groups")) ?? []
        variations = reader.array("variations", of: &members) { variation, path, reader throws(MalformedJSON) in
            try DynamicYield.Variation(&variation, path, &reader)
        }
    }

    /// Decodes the data of each product; a slot whose data is something else is left out.
    fileprivate func mapItems<Typed>(
        at path: String, _ notices: inout [DynamicYield.Fault], _ decode: (JSONValue) throws -> Typed
    ) -> DynamicYield.Choice<Typed> {
        var mapped = DynamicYield.Choice<Typed>(
            id: id, name: name, kind: .init(rawValue: kind.rawValue), decisionID: decisionID, groups: groups,
            variations: [])
        for (place, variation) in variations.enumerated() {
            var results: DynamicYield.Results<Typed>?
            if let raw = variation.results {
                var slots: [DynamicYield.Slot<Typed>] = []
                for slot in raw.slots {
                    do {
                        slots.append(.init(id: slot.id, sku: slot.sku, item: try decode(slot.item)))
                    } catch {
                        let part = "\(path).variations[\(place)].payload.data.slots, sku \(slot.sku)"
                        let text = (error as? DecodingError)?.sentence(of: "productData")
                        notices.append(DynamicYield.Fault(part, text ?? "productData cannot be read"))
                    }
                }
                var typed = DynamicYield.Results<Typed>()
                (typed.query, typed.normalizedQuery) = (raw.query, raw.normalizedQuery)
                (typed.correctedQuery, typed.total) = (raw.correctedQuery, raw.total)
                (typed.facets, typed.slots, typed.custom) = (raw.facets, slots, raw.custom)
                results = typed
            }
            mapped.variations.append(.init(id: variation.id, analytics: variation.analytics, results: results))
        }
        return mapped
    }
}
