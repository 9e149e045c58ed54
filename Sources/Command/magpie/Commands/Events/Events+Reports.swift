import Recommendations
import WireFormat

extension Events {
    /// `magpie events --by variant`
    func printVariants(of events: EventStore) throws -> ExitCode {
        let variants = try events.variants(of: choice, limit: limit)
        let console = StandardOutput()
        guard printsJSON else {
            let header = ["model", "variant", "views", "clicks", "carts", "purchases", "rate", "95% interval"]
            let rows = variants.map { variant in
                let rate = variant.rate
                return [
                    variant.model?.printable ?? "–", variant.name.printable, Numbers.count(variant.views),
                    Numbers.count(variant.clicks), Numbers.count(variant.carts), Numbers.count(variant.purchases),
                    rate?.percent ?? "–", rate?.interval ?? "–",
                ]
            }
            try console.write(rows.isEmpty ? "no events with a variant\n" : aligned(header, rows))
            return .done
        }
        for variant in variants {
            let line = JSONWriter.line { json in
                json.member("by", "variant")
                if let model = variant.model { json.member("model", model) }
                json.member("name", variant.name)
                json.member("views", variant.views)
                json.member("clicks", variant.clicks)
                json.member("carts", variant.carts)
                json.member("purchases", variant.purchases)
                if let rate = variant.rate {
                    json.member("rate", rate.share, places: 6)
                    json.member("rateLow", rate.low, places: 6)
                    json.member("rateHigh", rate.high, places: 6)
                }
            }
            try console.write(line)
        }
        return .done
    }

    /// The size of what recommendations are made from.
    func counted(_ report: EventCounts.Report) -> String {
        guard printsJSON else {
            let parts = [
                Numbers.plural(report.visits, "visit"), Numbers.plural(report.items, "item"),
                Numbers.plural(report.people, "customer"), "\(Numbers.bytes(Double(report.bytes))) with the events",
            ]
            let waiting = report.waiting == 0 ? "" : "; \(Numbers.plural(report.waiting, "event")) not yet counted"
            let cut = report.cut == 0 ? "" : "; \(Numbers.plural(report.cut, "action")) beyond the limit of a visit"
            return "\ncounted: \(parts.joined(separator: ", "))\(waiting)\(cut)\n"
        }
        return JSONWriter.line { json in
            json.member("by", "counts")
            json.member("visits", report.visits)
            json.member("items", report.items)
            json.member("customers", report.people)
            json.member("bytes", report.bytes)
            json.member("waiting", report.waiting)
            json.member("cut", report.cut)
        }
    }
}
