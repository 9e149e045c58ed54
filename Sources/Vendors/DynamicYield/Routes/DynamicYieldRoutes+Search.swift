internal import DynamicYieldAPI
internal import SearchServer

extension DynamicYieldRoutes {
    /// The products that match a text or a picture.
    func search(_ request: HTTPRequest) throws(CallFailure) -> DynamicYield.Answer<JSONValue> {
        let (search, unknown) = try CallFailure.read(DynamicYield.Search.read(request.body))
        let fields = try CallFailure.attempt(context.engine.fields())
        let plan = try CallFailure.read(
            SearchPlan(search, unknown: unknown, fields: fields, roles: context.columns.fields))
        SearchNote.current?.name(visitor: search.visitor.id ?? search.visitor.sharedUser?.id)
        if search.countsSearch == false || search.visitor.consents == false { SearchNote.current?.discard() }
        var warnings = plan.warnings
        let counted = try CallFailure.attempt(facets.fields(of: plan.columns, in: context.engine))
        let work = ProductSearch(
            context: context, popularity: context.popularity, plan: plan, facetFields: counted.map(\.field))
        if try CallFailure.attempt(isUnknown(plan)) {
            let text = "no product and no column names the branch `\((search.branch ?? "").prefix(64))`"
            warnings.append(DynamicYield.Warning("unknownBranch", text))
        }
        let found = try CallFailure.attempt(work.run())
        let term = count(search, found, request)
        let seal = SlotSeal(credentials: request.credentials, ownKey: context.terms.key)
        var results = DynamicYield.Results<JSONValue>()
        if case .text(let text, _) = search.query {
            results.query = text
            results.normalizedQuery = SearchTerms.normalized(found.corrected ?? text)
            results.correctedQuery = found.corrected
        }
        results.total = found.total
        let names = Dictionary(counted.map { ($0.field, $0.column) }) { first, _ in first }
        results.facets = found.facets.compactMap { facet in names[facet.field].flatMap { facet.named($0) } }
        results.slots = found.items.enumerated().map { place, item in
            let name = SlotName(
                decision: request.id, position: plan.window.offset + place + 1, sku: item.id, term: term)
            return DynamicYield.Slot(id: name.encoded(by: seal), sku: item.id, item: productData(of: item, plan))
        }
        let variation = DynamicYield.Variation(
            id: 1, analytics: search.returnsAnalytics ? analytics(of: search) : nil, results: results)
        let choice = DynamicYield.Choice(
            id: 1, name: search.selector, kind: search.isVisual ? .visualSearch : .semanticSearch,
            decisionID: request.id, variations: [variation])
        return DynamicYield.Answer(
            choices: [choice], cookies: Self.cookies(search.visitor), warnings: warnings + found.warnings)
    }

    /// Whoever sends a request. Names of visitors are made up at will: only a key with the right `data`, which is that of
    /// the shop's own server, is believed as many of them as it names.
    static func searcher(_ visitor: DynamicYield.Visitor, _ request: HTTPRequest) -> SearchTerms.Searcher {
        SearchTerms.Searcher(
            name: visitor.id ?? visitor.sharedUser?.id, address: request.remoteAddress,
            isBelieved: request.rights.contains(.data))
    }

    /// There is one campaign here for each kind of search.
    private func analytics(of search: DynamicYield.Search) -> DynamicYield.Analytics {
        var names = DynamicYield.Analytics()
        (names.campaignID, names.experienceID, names.variationID) = (1, 1, 1)
        (names.campaignName, names.experienceName, names.variationName) = (search.selector, "Magpie", "Magpie")
        return names
    }

    private func isUnknown(_ plan: SearchPlan) throws(SearchError) -> Bool {
        guard let branch = plan.search.branch, !plan.columns.isEmpty, !plan.columns.hasOwn else { return false }
        guard plan.columns.type(CatalogColumns.branches) != nil else { return true }
        return try context.engine.store.read { snapshot throws(SearchError) in
            try snapshot.matching(.equal(CatalogColumns.branches, .string(branch))).isEmpty
        }
    }

    /// Counts a search that a person has made: its first page, where it has found something. Nothing depends on it, so
    /// that an error is for the health check.
    private func count(_ search: DynamicYield.Search, _ found: ProductSearch.Found, _ request: HTTPRequest) -> Int? {
        guard case .text(let text, _) = search.query, search.countsSearch != false, found.total > 0,
            search.window?.offset ?? 0 == 0
        else { return nil }
        do throws(SearchError) {
            return try context.terms.count(text, locale: search.page.locale, by: Self.searcher(search.visitor, request))
        } catch {
            context.storeFaults.note(error)
            return nil
        }
    }

    private func productData(of item: Item, _ plan: SearchPlan) -> JSONValue {
        if plan.search.productData == .skusOnly { return [:] }
        var values = plan.columns.values(of: item).mapValues(\.plainJSON)
        if values["image_url"] == nil, let url = item.publicSource { values["image_url"] = .string(url) }
        if case .fields(let names) = plan.search.productData {
            let wanted = Set(names)
            values = values.filter { wanted.contains($0.key) }
        }
        return .object(values)
    }
}

extension Facet {
    /// The facet of a column; nil without any value.
    fileprivate func named(_ column: String) -> DynamicYield.Facet? {
        if let range {
            return DynamicYield.Facet(
                column, displayName: column.nameForPeople, .range(min: range.lowerBound, max: range.upperBound))
        }
        if values.isEmpty { return nil }
        return DynamicYield.Facet(
            column, displayName: column.nameForPeople, .values(values.map { .init($0.value, count: $0.count) }))
    }
}

extension String {
    /// The name of a column for people: `In stock` for `in_stock`, `Screen size` for `screenSize`.
    var nameForPeople: String {
        var words = ""
        for letter in self {
            if letter == "_" || letter == "-" || letter == "." {
                words += " "
            } else if letter.isUppercase, words.last?.isLowercase == true {
                words += " " + letter.lowercased()
            } else {
                words.append(letter)
            }
        }
        let parts = words.split(separator: " ").joined(separator: " ")
        return parts.isEmpty ? self : parts.prefix(1).uppercased() + parts.dropFirst()
    }
}
