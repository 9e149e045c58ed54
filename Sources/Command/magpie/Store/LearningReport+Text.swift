import VisualSearch
import WireFormat

extension LearningReport {
    /// The figures in one line, without a period.
    var sentence: String { ([typesSentence] + [words?.sentence].compactMap(\.self)).joined(separator: "; ") }

    private var typesSentence: String {
        let from = "\(Numbers.plural(items, "item")) of \(Numbers.plural(types, "type"))"
        guard adoption != .nothing, let precisionBefore, let precisionAfter else {
            return from + ", without effect: \(reason ?? "the types of similar items did not improve the hits")"
        }
        return from + ": in a trial \(precisionAfter.percent) of the first ten hits have the right type, "
            + "in place of \(precisionBefore.percent)"
    }

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
        guard let words else { return }
        json.member("words") {
            $0.member("learned", words.learned)
            $0.member("tried", words.tried)
            if let precision = words.precision { $0.member("precision", precision, places: 4) }
        }
    }
}

extension LearningReport.Words {
    fileprivate var sentence: String {
        guard let precision else { return "no word is recognized in pictures" }
        return "\(Numbers.count(learned)) of \(Numbers.plural(tried, "word")) are recognized in pictures, "
            + "\(precision.percent) of the times rightly"
    }
}

extension Double {
    fileprivate var percent: String { "\(Int((self * 100).rounded())) %" }
}
