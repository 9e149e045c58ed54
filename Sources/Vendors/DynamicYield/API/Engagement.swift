extension DynamicYield {
    /// Something that a person did with results.
    public enum Engagement: Hashable, Sendable {
        /// A click on a result, by ``Slot/id``.
        case slotClick(String)
        /// The display of results, by ``Slot/id``.
        case slotImpression([String])
        /// A click on a campaign, by ``Choice/decisionID``.
        case click(decisionID: String)
        /// The display of a campaign, by ``Choice/decisionID``.
        case impression(decisionID: String)
    }

    /// A report of engagements; at most 1,000.
    package struct EngagementReport: Hashable, Sendable {
        package var engagements: [Engagement]
        package var branch: String?
        package var visitor: Visitor

        package init(_ engagements: [Engagement], branch: String? = nil, visitor: Visitor = Visitor()) {
            self.engagements = engagements
            self.branch = branch
            self.visitor = visitor
        }

        /// Everything that a service would refuse.
        package var faults: [Fault] {
            let limit = Limits.engagements
            guard (1...limit).contains(engagements.count) else {
                return [Fault("engagements", "must have 1 to \(limit) engagements, not \(engagements.count)")]
            }
            return []
        }

        /// The body of the request.
        package var json: JSONValue {
            var context = visitor.context
            if let branch { context["branch"] = ["id": .string(branch)] }
            var members = visitor.members
            members["context"] = .object(context)
            members["engagements"] = .array(engagements.map(\.json))
            return .object(members)
        }

        /// Reads the body of a request; throws all faults.
        package static func read(_ body: [UInt8]) throws(Faults) -> EngagementReport {
            var reader = RequestReader()
            let root = try reader.object(of: body)
            let context = reader.object("context", of: root)
            var report = EngagementReport([], visitor: reader.visitor(root, context))
            report.branch = reader.text("id", of: reader.object("branch", of: context))
            let values = reader.array("engagements", of: root) ?? []
            for (index, value) in values.prefix(Limits.engagements).enumerated() {
                guard let members = reader.members(value, at: "engagements[\(index)]") else { continue }
                if let engagement = reader.engagement(members) { report.engagements.append(engagement) }
            }
            let counted = EngagementReport(values.map { _ in .slotClick("") })
            try reader.finish(counted.faults)
            return report
        }
    }
}

extension DynamicYield.Engagement {
    fileprivate var json: JSONValue {
        switch self {
        case .slotClick(let slot): ["type": "SLOT_CLICK", "slotId": .string(slot)]
        case .slotImpression(let slots): ["type": "SLOT_IMP", "slotsIds": .array(slots.map(JSONValue.string))]
        case .click(let decision): ["type": "CLICK", "decisionId": .string(decision)]
        case .impression(let decision): ["type": "IMP", "decisionId": .string(decision)]
        }
    }
}

extension RequestReader {
    fileprivate mutating func engagement(_ members: Members) -> DynamicYield.Engagement? {
        switch text("type", of: members, isRequired: true) {
        case "SLOT_CLICK": return text("slotId", of: members, isRequired: true).map { .slotClick($0) }
        case "SLOT_IMP":
            let slots = texts("slotsIds", of: members, limit: DynamicYield.Limits.slots.upperBound)
            if slots?.isEmpty != false { note(members.place("slotsIds"), "must have at least one slot") }
            return slots.map { .slotImpression($0) }
        case "CLICK": return text("decisionId", of: members, isRequired: true).map { .click(decisionID: $0) }
        case "IMP": return text("decisionId", of: members, isRequired: true).map { .impression(decisionID: $0) }
        case nil: return nil
        case let type?:
            let known = "SLOT_CLICK, SLOT_IMP, CLICK or IMP"
            note(members.place("type"), "must be \(known), not `\(type.prefix(64))`")
            return nil
        }
    }
}
