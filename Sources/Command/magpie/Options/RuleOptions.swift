import Essentials
import VisualSearch

/// The options for rules of merchandisers.
struct RuleOptions: Hashable, Sendable {
    var campaign: String?
    var file: Path?
    var skipsStored = false
    var time: Date?

    /// Returns the rules of a request.
    func rules() throws -> SearchRequest.Rules {
        SearchRequest.Rules(
            inline: try file.map { try RuleFile.rules(of: $0) } ?? [], campaign: campaign, usesRules: !skipsStored,
            time: time)
    }

    static var group: OptionGroup<RuleOptions> {
        OptionGroup(
            "Rules",
            .value(
                "--campaign", kind: .text("NAME", expected: "the name of a campaign"),
                help: "Campaign that the search belongs to, for rules that ask for it.", sets: \.campaign),
            .value(
                "--rules", kind: .path("FILE"),
                help:
                    "File of at most \(SearchRequest.Rules.limit) rules to follow beside those of the store, in place "
                    + "of those with the same names: a preview.", sets: \.file),
            .value(
                "--rules-time", kind: .moment,
                help: "Moment for the time windows of rules, such as 2026-12-24T00:00:00+01:00.",
                default: .clause("now"), sets: \.time),
            .flag("--no-rules", help: "Follow no rules of the store.", sets: \.skipsStored))
    }
}
