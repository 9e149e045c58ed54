internal import DynamicYieldAPI
internal import Recommendations
internal import SearchServer

extension DynamicYieldRoutes {
    /// Keeps what a person did with results, among the events of trackers: all of a report, or nothing.
    func takeEngagements(_ request: HTTPRequest) throws(CallFailure) -> [UInt8] {
        let report = try CallFailure.read(DynamicYield.EngagementReport.read(request.body))
        var events: [TrackedEvent] = []
        var clicks: [SlotName] = []
        let seal = SlotSeal(credentials: request.credentials, ownKey: context.terms.key)
        var faults: [Fault] = []
        for (index, engagement) in report.engagements.enumerated() {
            let path = "engagements[\(index)]"
            for (member, sent) in members(of: engagement, seal) {
                guard var sent else {
                    faults.append(.init(path + member, "is no slot of an answer of this server"))
                    continue
                }
                if case .slotClick(let text) = engagement, let slot = SlotName(text, by: seal) { clicks.append(slot) }
                sent["uid"] = report.visitor.id ?? report.visitor.sharedUser?.id
                sent["sid"] = report.visitor.session
                do throws(TrackedEvent.Fault) { events.append(try TrackedEvent(sent)) } catch {
                    faults.append(.init(path, error.text))
                }
            }
        }
        if faults.isEmpty, events.count > DynamicYield.Limits.engagements {
            let limit = DynamicYield.Limits.engagements
            faults.append(.init("engagements", "must name at most \(limit) slots and decisions, not \(events.count)"))
        }
        if !faults.isEmpty { throw .faults(faults) }
        do throws(TrackedEvent.Fault) { try context.intake.keep(events, request) } catch {
            throw .refused(error.text, status: error.status, reason: error.reason)
        }
        let searcher = Self.searcher(report.visitor, request)
        for slot in clicks {
            guard let row = slot.term else { continue }
            try CallFailure.attempt(context.terms.countClick(row: row, on: slot.sku, by: searcher))
        }
        return JSONValue.object(["accepted": .int(report.engagements.count)]).encoded
    }

    /// The parameters of the events of an engagement, each with the member that it comes from; nil for a slot that is
    /// not from here.
    private func members(
        of engagement: DynamicYield.Engagement, _ seal: SlotSeal
    ) -> [(member: String, sent: [String: String]?)] {
        switch engagement {
        case .slotClick(let slot): [(".slotId", Self.event("product_click", slot, seal))]
        case .slotImpression(let slots):
            slots.enumerated().map { (".slotsIds[\($0)]", Self.event("slot_impression", $1, seal)) }
        case .click(let decision): [("", ["action": "click", "queryId": decision])]
        case .impression(let decision): [("", ["action": "result_load", "queryId": decision])]
        }
    }

    private static func event(_ action: String, _ slot: String, _ seal: SlotSeal) -> [String: String]? {
        guard let name = SlotName(slot, by: seal) else { return nil }
        return ["action": action, "queryId": name.decision, "pid": name.sku, "pos": String(name.position)]
    }
}
