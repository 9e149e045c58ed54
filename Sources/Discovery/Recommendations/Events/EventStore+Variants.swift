internal import SQLite
package import SearchAPI

extension EventStore {
    /// The events that name a variant of a model.
    package struct Variant: Hashable, Sendable {
        /// Nil where the events do not name it.
        package var model: String?
        package var name: String
        /// Items that were shown or looked at.
        package var views = 0
        package var clicks = 0
        package var carts = 0
        package var purchases = 0

        /// Clicks for each view, where no more were clicked than were seen.
        package var rate: Proportion? { Proportion(clicks, of: views) }
    }

    /// Counts the events that carry `recommendation_variant_id`, by `recommendation_id` and variant.
    package func variants(of choice: Choice = Choice(), limit: Int = 10) throws(SearchError) -> [Variant] {
        let chosen = choice.values
        return try database.withLock { database throws(SearchError) in
            var variants: [Variant] = []
            try database.each(
                """
                SELECT json_extract(members, '$.recommendation_id'),
                    json_extract(members, '$.recommendation_variant_id') AS variant, action, count(*)
                FROM \(source) WHERE instr(members, '"recommendation_variant_id"') > 0 AND variant NOT NULL
                AND \(Choice.condition) GROUP BY 1, 2, 3 ORDER BY 1, 2
                """, chosen[0], chosen[1], chosen[2], chosen[3]
            ) { row in
                let (model, name, count) = (row.optionalText(0), row.text(1), row.integer(3))
                if variants.last?.model != model || variants.last?.name != name {
                    variants.append(Variant(model: model, name: name))
                }
                guard let action = TrackedAction(row.text(2)) else { return }
                let last = variants.count - 1
                switch action {
                case .shown, .viewed: variants[last].views += count
                case .clicked: variants[last].clicks += count
                case .carted: variants[last].carts += count
                case .bought: variants[last].purchases += count
                }
            }
            return Array(variants.prefix(limit))
        }
    }
}
