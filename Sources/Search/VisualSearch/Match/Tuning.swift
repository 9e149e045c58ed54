/// The thresholds between the search methods of an index. Set by measurement; tests use small ones.
struct Tuning: Sendable {
    /// Up to so many rows are scanned as they are, above there are lists.
    var plainRows = 50_000
    /// The least number of rows that codes choose and int8 rows rank; and their number for each requested row.
    var chosen = 120
    var chosenPerWanted = 4
    /// The least number of lists that a search scans.
    var probes = 16
    /// The part of the nearest rows whose lists a search scans, by the rows near to so many sampled ones.
    var reached = 0.998
    var sampledRows = 256
    /// Up to so many rows that pass a filter are all scanned, where a search would use lists.
    var fewRows = 16_384
    /// Lists are built again when one row in so many is fresh.
    var freshShare = 64

    /// 8 sqrt(rows) lists.
    func lists(for rows: Int) -> Int { max(Int(8 * Double(rows).squareRoot()), 1) }
}
