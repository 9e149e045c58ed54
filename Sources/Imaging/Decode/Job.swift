import CVipsShim

/// What all stages of one image share: the recipe, the limits, the clock, and what was noticed on the way.
struct Job: ~Copyable {
    let recipe: Recipe
    let limits: Limits
    let workspace: Workspace
    /// On the clock of `cvs_now`.
    let deadline: Double
    /// Set when the picture was cut off and the recipe allows it.
    var isTruncated = false

    init(recipe: Recipe, limits: Limits, workspace: Workspace) {
        self.recipe = recipe
        self.limits = limits
        self.workspace = workspace
        deadline = cvs_now() + limits.seconds
    }

    func checkTime(_ stage: Stage) throws(ImageError) {
        guard cvs_now() <= deadline else { throw .timedOut(stage: stage, seconds: limits.seconds) }
    }

    /// Either remembers that the picture is cut off, or refuses it.
    mutating func foundTruncation(_ detail: String) throws(ImageError) {
        guard recipe.allowsTruncated else { throw .truncated(stage: .decode, detail: detail) }
        isTruncated = true
    }
}
