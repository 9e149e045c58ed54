internal import Essentials
internal import SQLite

/// Counts searches by query and rule while they are read one after the other. Its memory grows with the number of
/// different texts, rules and pairs of both.
struct SearchTally {
    private struct Spelling {
        var query: Int
        var count = 0
    }

    /// The answers of one query in which one rule acted.
    private struct Pair: Hashable {
        var rule: Int
        var query: Int
    }

    private var queries: [SearchReport.Query] = []
    private var indexes: [String: Int] = [:]
    /// By kind and text as typed.
    private var spellings: [String: Spelling] = [:]
    private var rules: [SearchReport.Rule] = []
    private var ruleIndexes: [String: Int] = [:]
    /// By the text of the list.
    private var ruleLists: [String: [Int]] = [:]
    private var pairs: [Pair: (found: Int, clicked: Int)] = [:]

    mutating func add(_ counts: SearchReport.Counts, kind: String, words: String?, rules list: String?) {
        let query = query(kind, words)
        queries[query].counts.add(counts)
        guard let list else { return }
        for rule in ruleNumbers(list) {
            rules[rule].counts.add(counts)
            let known = pairs[Pair(rule: rule, query: query)] ?? (0, 0)
            pairs[Pair(rule: rule, query: query)] = (known.found + counts.found, known.clicked + counts.clicked)
        }
    }

    /// Writes what was counted into a report.
    func finish(_ report: inout SearchReport) {
        var best: [(text: String, count: Int)?] = Array(repeating: nil, count: queries.count)
        for (key, spelling) in spellings {
            let text = key.drop { $0 != "\n" }.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let former = best[spelling.query]
            if former.map({ (spelling.count, $0.text) > ($0.count, text) }) ?? true {
                best[spelling.query] = (text, spelling.count)
            }
        }
        var named = queries
        for index in named.indices where named[index].folded != nil { named[index].words = best[index]?.text }
        report.queries = named.sorted { ($1.counts.searches, $0.order) < ($0.counts.searches, $1.order) }
        var compared = rules
        for (pair, acted) in pairs {
            let all = queries[pair.query].counts
            compared[pair.rule].foundWithout += all.found - acted.found
            compared[pair.rule].clickedWithout += all.clicked - acted.clicked
        }
        report.rules = compared.sorted { ($1.counts.answers, $0.name) < ($0.counts.answers, $1.name) }
    }

    private mutating func query(_ kind: String, _ words: String?) -> Int {
        let key = kind + "\n" + (words ?? "")
        if let known = spellings[key] {
            spellings[key]?.count += 1
            return known.query
        }
        let folded = words.map(SearchTally.folded)
        let group = kind + "\n" + (folded ?? "")
        let index = indexes[group] ?? queries.count
        if index == queries.count {
            indexes[group] = index
            let kind = RecordedSearch.Kind(rawValue: kind) ?? .nothing
            queries.append(SearchReport.Query(kind: kind, words: words, folded: folded))
        }
        spellings[key] = Spelling(query: index, count: 1)
        return index
    }

    private mutating func ruleNumbers(_ list: String) -> [Int] {
        if let known = ruleLists[list] { return known }
        let names = (try? JSONDecoder().decode([String].self, from: Data(list.utf8))) ?? []
        var numbers: [Int] = []
        for name in names {
            let number = ruleIndexes[name] ?? rules.count
            if number == rules.count {
                ruleIndexes[name] = number
                rules.append(SearchReport.Rule(name: name))
            }
            if !numbers.contains(number) { numbers.append(number) }
        }
        ruleLists[list] = numbers
        return numbers
    }

    /// The words of a text as the index has them, with blanks between them. A text without letters and digits keeps its
    /// signs.
    static func folded(_ text: String) -> String {
        let words = WordParts(text).parts.map(\.text)
        if !words.isEmpty { return words.joined(separator: " ") }
        return text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
