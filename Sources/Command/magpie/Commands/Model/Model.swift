/// `magpie model`.
struct ModelCommand: ParentCommand {
    static let name = "model"
    static let summary = "Checks the folder of a model that is to describe pictures and words."
    static var nested: [any Subcommand.Type] { [Check.self] }
}
