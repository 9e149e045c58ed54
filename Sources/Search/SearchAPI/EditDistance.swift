/// Returns the edit distance of two words: letters exchanged, missing, added, or two neighbors swapped (optimal string
/// alignment), as long as it is at most `limit`; nil above.
package func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], limit: Int) -> Int? {
    guard abs(left.count - right.count) <= limit else { return nil }
    var before = [Int](repeating: 0, count: right.count + 1)
    var above = Array(0...right.count)
    var row = above
    for (i, letter) in left.enumerated() {
        row[0] = i + 1
        var best = row[0]
        for (j, other) in right.enumerated() {
            var cost = min(above[j] + (letter == other ? 0 : 1), above[j + 1] + 1, row[j] + 1)
            if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other { cost = min(cost, before[j - 1] + 1) }
            row[j + 1] = cost
            best = min(best, cost)
        }
        // A swap reaches back two rows, but never makes a row better than the best before it by more than its cost.
        if best > limit, i > 0, (above.min() ?? 0) > limit { return nil }
        (before, above, row) = (above, row, before)
    }
    return above[right.count] <= limit ? above[right.count] : nil
}
