import Essentials
import SearchAPI
import WireFormat

extension Facet {
    func write(to json: inout JSONWriter) {
        json.member("field", field)
        guard let range else {
            json.member("values", array: values) { json, value in
                json.object {
                    $0.member("value", value.value)
                    $0.member("count", value.count)
                    if let color = value.color { $0.member("color", color.hex) }
                }
            }
            if !tree.isEmpty { json.member("tree", array: tree) { json, branch in json.object(branch.write) } }
            if more > 0 { json.member("more", more) }
            return
        }
        if isDate {
            json.member("range", array: [range.lowerBound, range.upperBound]) { $0.value($1.moment) }
            if let mean { json.member("mean", mean.moment) }
            json.member("histogram", array: histogram) { json, bin in
                json.object {
                    $0.member("from", bin.lower.moment)
                    $0.member("to", bin.upper.moment)
                    $0.member("count", bin.count)
                }
            }
            return
        }
        json.member("range", array: [range.lowerBound, range.upperBound]) { $0.decimal($1, places: 6) }
        if let mean { json.member("mean", mean, places: 6) }
        json.member("histogram", array: histogram) { json, bin in
            json.object {
                $0.member("from", bin.lower, places: 6)
                $0.member("to", bin.upper, places: 6)
                $0.member("count", bin.count)
            }
        }
    }
}

extension Facet.Branch {
    fileprivate func write(to json: inout JSONWriter) {
        json.member("path", path)
        json.member("name", name)
        json.member("count", count)
        if !children.isEmpty {
            json.member("children", array: children) { json, branch in json.object(branch.write) }
        }
        if more > 0 { json.member("more", more) }
    }
}
