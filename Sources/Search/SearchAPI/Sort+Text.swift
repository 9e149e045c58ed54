internal import Essentials

extension SearchRequest.Sort {
    /// Reads an order from `field`, `field:asc` or `field:desc`. Nil for another direction.
    package init?(fieldAndDirection text: String) {
        guard let colon = text.lastIndex(of: ":") else {
            self.init(text)
            return
        }
        let field = String(text[..<colon]).trimmingWhitespace()
        switch String(text[text.index(after: colon)...]).trimmingWhitespace().lowercased() {
        case "asc": self.init(field)
        case "desc": self.init(field, ascending: false)
        default: return nil
        }
    }
}
