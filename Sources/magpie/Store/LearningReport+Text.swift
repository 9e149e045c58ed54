import VisualSearch
import WireFormat

extension LearningReport {
    /// The figures in one line, without a period.
    var sentence: String {
        let from = "\(Numbers.plural(types, "type")) of \(Numbers.plural(items, "item"))"
        guard adoption != .nothing, let precisionBefore, let precisionAfter else {
            return "nothing: \(reason ?? "the types of similar items did not improve the hits")"
        }
        return from + ": \(percent(precisionAfter)) of the first ten hits have the right type, "
            + "\(percent(precisionBefore)) by look alone"
    }

    private func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }

    func write(to json: inout JSONWriter) {
        json.member("adoption", adoption.rawValue)
        if let reason { json.member("reason", reason) }
        json.member("items", items)
        json.member("types", types)
        if let precisionBefore { json.member("precision_before", precisionBefore, places: 4) }
        if let precisionAfter { json.member("precision_after", precisionAfter, places: 4) }
        if let guessed { json.member("guessed", guessed, places: 4) }
        if let guessedRight { json.member("guessed_right", guessedRight, places: 4) }
        if let shrinkage { json.member("shrinkage", shrinkage, places: 2) }
    }
}
