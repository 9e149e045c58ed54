import SearchAPI

extension String {
    /// The text in an error: safe for a terminal, and shortened to 80 characters.
    var quoted: String { count > 100 ? String(prefix(80)).printable + "…" : printable }
}

/// Returns the name at the smallest edit distance from the typed word; nil if no name is near enough to be meant.
func nearest(to typed: String, among names: [String]) -> String? {
    // A longer word is no typing error, and computing its distance would be slow.
    if typed.utf8.count > 64 { return nil }
    let limit = max(1, min(3, typed.utf8.count / 3))
    return
        names
        .compactMap { name -> (name: String, distance: Int)? in
            let isBegun = name.hasPrefix(typed) && typed.count > 3
            let (letters, others) = (Array(typed.unicodeScalars), Array(name.unicodeScalars))
            return editDistance(letters, others, limit: isBegun ? name.count : limit).map { (name, $0) }
        }
        .min { ($0.distance, $0.name) < ($1.distance, $1.name) }?
        .name
}

extension [String] {
    /// The texts with commas and a last "and".
    var listed: String { dropLast().joined(separator: ", ") + (count > 1 ? " and " : "") + (last ?? "") }
}
