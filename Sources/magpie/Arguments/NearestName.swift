extension String {
    /// As an error quotes it: safe for a terminal, and cut where nobody would read on.
    var shown: String { count > 100 ? String(prefix(80)).printable + "…" : printable }
}

/// The name that is fewest keystrokes away from what was typed; nil when none is near enough to be meant.
func nearest(to typed: String, among names: [String]) -> String? {
    // Nothing that long is a slip of the fingers, and measuring it would take a while.
    if typed.utf8.count > 64 { return nil }
    return
        names
        .map { (name: $0, distance: editDistance(Array(typed.utf8), Array($0.utf8))) }
        .filter { $0.distance <= max(1, min(3, typed.utf8.count / 3)) || $0.name.hasPrefix(typed) && typed.count > 3 }
        .min { ($0.distance, $0.name) < ($1.distance, $1.name) }?
        .name
}

/// Insertions, deletions, changes and swaps of neighbors that turn `left` into `right`
/// (optimal string alignment).
private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var before: [Int] = []
    var above = Array(0...right.count)
    for i in left.indices {
        var row = [i + 1]
        for j in right.indices {
            let change = above[j] + (left[i] == right[j] ? 0 : 1)
            var cost = min(change, above[j + 1] + 1, row[j] + 1)
            if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] { cost = min(cost, before[j - 1] + 1) }
            row.append(cost)
        }
        (before, above) = (above, row)
    }
    return above[right.count]
}
