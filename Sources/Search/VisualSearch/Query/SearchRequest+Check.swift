internal import CKernels

/// Throws for a value that is out of its range; the message names it and the valid range.
private func ensure(_ holds: Bool, _ text: @autoclosure () -> String) throws(SearchError) {
    if !holds { throw .invalidArgument(text()) }
}

extension DiscoverRequest {
    /// Throws for the first value that is out of its range.
    func check() throws(SearchError) {
        try detection.check()
        try ensure(
            regions.count <= Detection.limits.upperBound,
            "at most \(Detection.limits.upperBound) regions can be searched at once, not \(regions.count)")
        var each = each
        each.query.example = .image(image)
        try each.check()
        // An object has a part of the words of its picture, and nobody has read which.
        try ensure(each.query.pictureText == nil, "objects are found by their looks; leave out the text of the picture")
    }
}

extension Detection {
    /// The first value that is out of its range.
    var misfit: (property: String, value: String, allowed: String)? {
        if !Self.limits.contains(limit) {
            return ("most objects to find", "\(limit)", "from 1 to \(Self.limits.upperBound)")
        }
        let score = minimumScore ?? 0
        return (0...1).contains(score) ? nil : ("lowest score of objects", "\(score)", "from 0 to 1")
    }

    func check() throws(SearchError) {
        guard let misfit else { return }
        throw .invalidArgument("the \(misfit.property) must be \(misfit.allowed), not \(misfit.value)")
    }
}

extension SearchRule {
    /// Throws for words of a rule of a request that cannot be compared; those of a store were checked before.
    fileprivate func checkInline() throws(SearchError) {
        do throws(SearchError) { try checkWords() } catch {
            throw .invalidArgument("rule `\(name)`: \(error)")
        }
    }
}

extension SearchRequest.Query {
    /// Throws for words of pictures that would not count, and for too many of them.
    fileprivate func checkPictureText() throws(SearchError) {
        try ensure(
            (0...1).contains(pictureTextWeight),
            "the weight of words in pictures must be from 0 to 1, not \(pictureTextWeight)")
        guard let pictureText else { return }
        try ensure(
            pictureTextWeight > 0,
            "the text of the picture counts only with a weight of words in pictures above 0")
        try ensure(
            positives.contains(where: \.example.isPicture),
            "a text that was read in a picture goes with a picture to be like; items of the store have theirs")
        try ensure(
            pictureText.utf8.count <= SearchRequest.textBytes,
            "the text of a picture has at most \(SearchRequest.textBytes) bytes, not \(pictureText.utf8.count)")
    }
}

extension SearchRequest {
    /// The most colors of a query.
    package static let colorLimit = Int(CK_WANTED_COLORS)
    /// The most bytes of the words of a query.
    package static let textBytes = 65_536

    /// Throws for the first value that is out of its range.
    func check() throws(SearchError) {
        try detection?.check()
        try rules.check()
        for rule in rules.inline { try rule.checkInline() }
        let minus = query.minusWords
        let hasText = minus.rest.contains { !$0.isWhitespace }
        let finds = query.firstExample != nil || !query.colors.isEmpty || hasText
        if !finds, let first = minus.parts.first {
            try ensure(
                filter != .all,
                "`\(first.typed)` only leaves items out; add words to find, a picture, an item, a color or a filter")
        } else {
            let avoids = !query.negatives.isEmpty || !query.avoidedColors.isEmpty
            try ensure(
                finds,
                "a search needs a picture, an item, a color or words"
                    + (avoids ? " to find, beside what hits shall not be like" : ""))
        }
        try ensure(
            minus.parts.count <= MinusWords.limit,
            "a search takes at most \(MinusWords.limit) words with a minus, not \(minus.parts.count)")
        try query.checkExamples()
        let textBytes = query.text?.utf8.count ?? 0
        try ensure(
            textBytes <= Self.textBytes, "the words of a search have at most \(Self.textBytes) bytes, not \(textBytes)")
        try ensure(
            query.colors.count <= Self.colorLimit,
            "a search takes at most \(Self.colorLimit) colors, not \(query.colors.count)")
        try ensure(
            query.avoidedColors.count <= Self.colorLimit,
            "a search takes at most \(Self.colorLimit) colors to avoid, not \(query.avoidedColors.count)")
        for color in query.colors {
            try ensure(
                color.weight > 0 && color.weight.isFinite,
                "the weight of \(color.color.hex) must be greater than 0, not \(color.weight)")
        }
        if let picture = query.picture {
            guard case .item = query.simplified.example, query.positives.count == 1 else {
                throw .invalidArgument("a picture is named by its number only beside the item that it is of")
            }
            try ensure(
                (1...Item.pictureLimit).contains(picture),
                "the pictures of an item have the numbers from 1 to \(Item.pictureLimit), not \(picture)")
        }
        try ensure(
            query.ignoredPhrases.count <= Query.ignoredLimit,
            "a search takes at most \(Query.ignoredLimit) phrases to ignore, not \(query.ignoredPhrases.count)")
        try ensure(
            (0...1).contains(query.colorWeight), "the color weight must be from 0 to 1, not \(query.colorWeight)")
        if let weight = query.kindWeight {
            try ensure((0...1).contains(weight), "the kind weight must be from 0 to 1, not \(weight)")
        }
        try query.checkPictureText()
        try ensure((0...1).contains(strictness), "the strictness must be from 0 to 1, not \(strictness)")
        try ensure(Self.limits.contains(limit), "the limit must be from 1 to \(Self.limits.upperBound), not \(limit)")
        try ensure(page >= 1, "the first page is 1; there is no page \(page)")
        let (reach, overflow) = page.multipliedReportingOverflow(by: limit)
        try ensure(
            !overflow && reach <= Self.window,
            "paging ends after \(Self.window) hits; page \(page) with \(limit) a page lies beyond")
        try ensure(
            scores.lowerBound >= 0 && scores.upperBound <= 1,
            "scores go from 0 to 1, not from \(scores.lowerBound) to \(scores.upperBound)")
        if let facets {
            try ensure(facets.limit >= 0, "the limit of facets must not be negative")
            try ensure((0...100).contains(facets.bins), "a histogram has from 0 to 100 bins, not \(facets.bins)")
        }
        if let grouping {
            try ensure(
                Self.limits.contains(grouping.limit),
                "the limit of a group must be from 1 to \(Self.limits.upperBound), not \(grouping.limit)")
        }
        if let variants {
            try ensure(
                Variants.limits.contains(variants.limit),
                "the variants beside a hit must be from 0 to \(Variants.limits.upperBound), not \(variants.limit)")
        }
        if let diversity {
            try ensure(
                (0...1).contains(diversity.weight),
                "the weight of diversity must be from 0 to 1, not \(diversity.weight)")
            try ensure(
                Diversity.reaches.contains(diversity.reach),
                "diversity orders from 1 to \(Diversity.reaches.upperBound) hits, not \(diversity.reach)")
            try ensure(sort == nil, "diversity orders hits by score; leave out the order by a field, or the diversity")
        }
        if let dedup {
            try ensure((0...1).contains(dedup), "the similarity for dedup must be from 0 to 1, not \(dedup)")
        }
    }
}
