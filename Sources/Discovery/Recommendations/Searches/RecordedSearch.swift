package import Essentials
internal import SQLite
package import SearchAPI

/// One answered search of a server, as it is kept beside the events that follow it. Nothing in it tells who searched.
package struct RecordedSearch: Hashable, Sendable {
    /// The material of a search. Words beside a picture or an item are kept as well.
    package enum Kind: String, Sendable, CaseIterable {
        case words, picture, item, colors
        /// A picture with the objects in it searched for one by one.
        case objects
        /// Conditions alone.
        case nothing
    }

    /// An item of the answer.
    package struct Shown: Hashable, Sendable {
        package var item: String
        /// The place among the results of all pages, from 1.
        package var place: Int
        /// The item stands beside the list: a variant of a hit, or what comes nearest where nothing is relevant.
        package var isSecondary: Bool

        package init(_ item: String, place: Int, isSecondary: Bool = false) {
            self.item = item
            self.place = place
            self.isSecondary = isSecondary
        }
    }

    /// The id of the request, which events carry as `queryId`.
    package var id: String
    package var time: Date
    package var kind: Kind
    /// The words as they were typed, cut to ``wordLimit``; nil without words.
    package var words: String?
    /// The number of the page, from 1.
    package var page: Int
    /// The number of hits on all pages.
    package var total: Int
    /// False where there was no hit, or none that is relevant.
    package var hasFound: Bool
    /// The names of the rules that acted.
    package var rules: [String]
    /// The items of the page, at most ``shownLimit``.
    package var shown: [Shown]
    /// The visitor, where the request named one. Decides with the consents whether the search is kept, and is not kept.
    package var visitor: String?

    /// The Unicode scalars of the words that are kept.
    package static let wordLimit = 256
    /// The items of one answer that are kept; a click on a later one counts as one on an item that was not shown.
    package static let shownLimit = 1000

    /// Creates the record of a search; by default the first page of a search that found nothing.
    package init(
        id: String, time: Date = .now, kind: Kind, words: String? = nil, page: Int = 1, total: Int = 0,
        hasFound: Bool = false, rules: [String] = [], shown: [Shown] = [], visitor: String? = nil
    ) {
        self.id = id
        self.time = time
        self.kind = kind
        // Scalars, because one character may have a megabyte of accents.
        let cut = words.map { String(String.UnicodeScalarView($0.unicodeScalars.prefix(Self.wordLimit))) }
        self.words = cut.flatMap { $0.contains { !$0.isWhitespace } ? $0 : nil }
        self.page = page
        self.total = total
        self.hasFound = hasFound
        self.rules = rules
        self.shown = shown.count > Self.shownLimit ? Array(shown.prefix(Self.shownLimit)) : shown
        self.visitor = visitor
    }
}

extension RecordedSearch {
    /// The record of an answer.
    package init(id: String, _ request: SearchRequest, _ answer: SearchAnswer, visitor: String? = nil) {
        self.init(
            id: id, kind: Kind(request.query), words: request.query.text, page: answer.page, total: answer.total,
            hasFound: answer.redirect != nil
                || (answer.total > 0 && !answer.notices.contains { $0.kind == .nothingRelevant }),
            rules: answer.rules.lazy.filter { !$0.effects.isEmpty }.map(\.name), shown: answer.shown, visitor: visitor)
    }
}

extension RecordedSearch.Kind {
    package init(_ query: SearchRequest.Query) {
        switch query.example {
        case .item?: self = .item
        case .image?: self = .picture
        case nil: self = query.text?.isEmpty == false ? .words : query.colors.isEmpty ? .nothing : .colors
        }
    }
}

extension SearchAnswer {
    /// The items of the page with their places. The hits of a group share its place, and so do the variants of a hit.
    package var shown: [RecordedSearch.Shown] {
        let first = (max(page, 1) - 1).multipliedReportingOverflow(by: limit)
        guard !first.overflow else { return [] }
        var shown: [RecordedSearch.Shown] = []
        shown.reserveCapacity(min(hits.count + nearest.count, RecordedSearch.shownLimit))
        func add(_ hit: Hit, at place: Int, isSecondary: Bool = false) {
            shown.append(.init(hit.id, place: place, isSecondary: isSecondary))
            for variant in hit.variants ?? [] { shown.append(.init(variant.id, place: place, isSecondary: true)) }
        }
        for (index, hit) in hits.enumerated() { add(hit, at: first.partialValue + index + 1) }
        for (index, group) in groups.enumerated() {
            for hit in group.hits where shown.count < RecordedSearch.shownLimit {
                add(hit, at: first.partialValue + index + 1)
            }
        }
        for (index, hit) in nearest.enumerated() { add(hit, at: index + 1, isSecondary: true) }
        return shown
    }
}
