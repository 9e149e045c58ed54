internal import Foundation

extension Event {
    /// As it travels: the parameters of a single event, or the members of one in a batch.
    public var parameters: Parameters {
        var parameters = Parameters()
        for (name, value) in members { parameters.append(name, value.text) }
        return parameters
    }

    /// As a member of a batch. Numbers are numbers.
    public var json: JSONValue { .object(Dictionary(members, uniquingKeysWith: { first, _ in first })) }

    private var members: [(String, JSONValue)] {
        var members: [(String, JSONValue)] = [
            ("action", .string(action.rawValue)), ("ts", .int(Int((time.timeIntervalSince1970 * 1000).rounded()))),
        ]
        func add(_ name: String, _ text: String?) {
            if let text { members.append((name, .string(text))) }
        }
        func add(_ name: String, _ number: Double?) {
            guard let number else { return }
            members.append((name, Int(exactly: number).map { .int($0) } ?? .number(number)))
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
        for (name, value) in details.other.sorted(by: { $0.key < $1.key }) { add(name, value) }
        return members
    }

    /// Reads a single event from the parameters of a request.
    public init(_ parameters: Parameters) throws(EventError) {
        var members: [String: String] = [:]
        for parameter in parameters.all where members[parameter.name] == nil {
            members[parameter.name] = parameter.value
        }
        try self.init(members: members)
    }

    /// Reads one event of a batch.
    public init(json: JSONValue) throws(EventError) {
        guard case .object(let members) = json else { throw .missing(parameter: "action") }
        try self.init(members: members.compactMapValues(\.text))
    }

    /// One client sends the word `null` for what it does not know.
    private init(members: [String: String]) throws(EventError) {
        var members = members.filter { !$0.value.isEmpty && $0.value != "null" }
        func take(_ name: String) -> String? { members.removeValue(forKey: name) }
        func number(_ name: String) throws(EventError) -> Double? {
            guard let text = take(name) else { return nil }
            guard let number = Double(text), number.isFinite else {
                throw .invalid(parameter: name, reason: "it must be a number")
            }
            return number
        }
        guard let action = take("action") else { throw .missing(parameter: "action") }
        var details = Details(category: take("cat"), name: take("name"), label: take("label"))
        details.source = take("source")
        details.fromQueryID = take("fromReqId")
        details.url = take("url")
        details.referrer = take("r")
        details.campaign = take("c")
        details.adGroup = take("cag")
        details.creative = take("cc")
        details.json = take("json")
        // Gaps close up: what counts is the order.
        for index in 1...5 {
            if let number = try number("n\(index)") { details.numbers.append(number) }
            if let text = take("s\(index)") { details.texts.append(text) }
        }
        let position = try number("pos").map { Int(exactly: $0.rounded()) ?? 0 }
        let price = try number("price")
        let value = try number("value")
        let time = try number("ts").map { Date(timeIntervalSince1970: $0 / 1000) } ?? Date()
        let queryID = take("queryId")
        let transaction = take("transId")
        let product = take("pid").map { id in
            Product(
                id, imageURL: take("imUrl"), position: position, brand: take("brand"), price: price,
                currency: take("currency"), url: take("productUrl"))
        }
        details.other = members
        try self.init(
            Action(rawValue: action), queryID: queryID, product: product, value: value, transaction: transaction,
            details: details, time: time)
    }
}
