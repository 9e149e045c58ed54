extension ProductSearch.Strategy: JSONRecord {
    package init(_ members: inout JSONMembers) throws(MalformedJSON) {
        self.init(
            id: try members.integer("id"), name: try members.text("name"), algorithm: try members.text("algorithm"))
        fallback = try members.text("fallback_algorithm")
    }

    func write(to writer: inout JSONWriter) {
        writer.object(other) { writer in
            writer.member("id", id)
            writer.member("name", name)
            writer.member("algorithm", algorithm)
            writer.member("fallback_algorithm", fallback)
        }
    }
}

extension ProductSearch.Experiment: JSONRecord {
    package init(_ members: inout JSONMembers) throws(MalformedJSON) {
        self.init(variant: try members.text("variant_name"))
        id = try members.integer("experiment_id")
        variantID = try members.integer("variant_id")
        strategyID = try members.integer("strategy_id")
        showsNothing = try members.flag("experiment_no_recommendation") ?? false
    }

    func write(to writer: inout JSONWriter) {
        writer.object(other) { writer in
            writer.member("experiment_id", id)
            writer.member("variant_id", variantID)
            writer.member("variant_name", variant)
            writer.member("strategy_id", strategyID)
            writer.member("experiment_no_recommendation", showsNothing)
        }
    }
}
