import CVipsShim

/// The state that all stages of one image share: the recipe, the limits, the clock, and warnings.
@safe struct Job: ~Copyable {
    let recipe: Recipe
    let limits: Limits
    let workspace: Workspace
    let deadline: Deadline
    /// Bytes of the input file; 0 for pixels.
    var inputBytes = 0
    /// The input file; nil for pixels. Safe: it stays in the workspace, or with the caller, until the job is done.
    var source: UnsafeBufferPointer<UInt8>? = nil
    /// The gain map of the input, where the recipe keeps it and an output has room for it.
    var gainMap: GainMapPicture? = nil
    /// See ``Recipe/takesMark``.
    var mark: UInt64?
    /// The rights in the picture are read.
    var readsRights = false
    /// Those of the input; nil where nobody asks for them.
    var rights: PictureRights? = nil
    /// Set when the picture was cut off and the recipe allows it.
    var isTruncated = false
    /// No pixel of the part that is used lets the background through.
    var isOpaque = true

    init(recipe: Recipe, limits: Limits, workspace: Workspace, cancellation: Cancellation?) {
        self.recipe = recipe
        self.limits = limits
        self.workspace = workspace
        deadline = Deadline(
            time: cvs_now() + limits.seconds, seconds: limits.seconds, cancellation: cancellation)
    }

    /// Either remembers that the picture is cut off, or refuses it.
    mutating func foundTruncation(_ detail: String) throws(ImageError) {
        guard recipe.allowsTruncated else { throw .truncated(stage: .decode, detail: detail) }
        isTruncated = true
    }
}

/// The end of a job: a time, or the cancellation of its task.
struct Deadline: Sendable {
    /// On the clock of `cvs_now`.
    let time: Double
    let seconds: Double
    let cancellation: Cancellation?

    /// The same for C code. Safe: it is used while this value keeps the flag alive.
    var stop: cvs_stop {
        guard let cancellation else { return unsafe cvs_stop(deadline: time, is_cancelled: nil, context: nil) }
        return unsafe cvs_stop(
            deadline: time,
            is_cancelled: { unsafe Unmanaged<Cancellation>.fromOpaque($0!).takeUnretainedValue().isCancelled ? 1 : 0 },
            context: Unmanaged.passUnretained(cancellation).toOpaque())
    }

    /// The error of C code that was asked to stop.
    func stopped(_ stage: Stage) -> ImageError {
        cancellation?.isCancelled == true ? .cancelled(stage: stage) : .timedOut(stage: stage, seconds: seconds)
    }

    func check(_ stage: Stage) throws(ImageError) {
        try checkCancellation(stage)
        guard cvs_now() <= time else { throw .timedOut(stage: stage, seconds: seconds) }
    }

    func checkCancellation(_ stage: Stage) throws(ImageError) {
        if let cancellation, cancellation.isCancelled { throw .cancelled(stage: stage) }
    }
}
