internal import Foundation
internal import WireFormat

extension Event {
    /// By the names on the wire, as it travels in a batch; a single event has the same as parameters.
    var members: [String: JSONValue] {
        var members = details.other.mapValues { JSONValue.string($0) }
        members["action"] = .string(action.rawValue)
        members["ts"] = .int(Int((time.timeIntervalSince1970 * 1000).rounded()))
        func add(_ name: String, _ text: String?) {
            if let text { members[name] = .string(text) }
        }
        func add(_ name: String, _ number: Double?) {
            if let number { members[name] = Int(exactly: number).map { .int($0) } ?? .number(number) }
        }
        add("queryId", queryID)
        add("pid", product?.id)
        add("imUrl", product?.imageURL)
        add("pos", product?.position.map(Double.init))
        add("brand", product?.brand)
        add("price", product?.price)
        add("currency", product?.currency)
        add("productUrl", product?.url)
        add("value", value)
        add("transId", transaction)
        add("cat", details.category)
        add("name", details.name)
        add("label", details.label)
        add("source", details.source)
        add("fromReqId", details.fromQueryID)
        add("url", details.url)
        add("r", details.referrer)
        add("c", details.campaign)
        add("cag", details.adGroup)
        add("cc", details.creative)
        for (index, number) in details.numbers.enumerated() { add("n\(index + 1)", number) }
        for (index, text) in details.texts.enumerated() { add("s\(index + 1)", text) }
        add("json", details.json)
        return members
    }
}
