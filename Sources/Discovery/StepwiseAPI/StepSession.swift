/// A way from the top of a hierarchy to a destination, step by step.
///
/// A value: a copy goes its own way. The whole state is ``path``, which can be stored and handed in again. Each verb
/// changes the state only where it succeeds, and gives the step that follows. The asynchronous verbs have blocking
/// twins for directories in this process.
///
///     var session = StepSession(try StepStore(path: "addresses.store"))
///     var step = try session.selectBlocking("jp")
///     step = try session.goBackBlocking()
public struct StepSession<Directory: StepDirectory>: Sendable {
    /// The hierarchy.
    public let directory: Directory
    /// The whole state.
    public private(set) var path: StepPath

    /// Begins at the top, or resumes a path that was kept. Whether its candidates still exist shows at the first verb.
    public init(_ directory: Directory, path: StepPath = StepPath()) {
        self.directory = directory
        self.path = path
    }

    /// Gives the current step.
    public mutating func current(_ view: StepView = StepView()) async throws(StepError) -> Step {
        try await run(StepCall(path, view: view)).step
    }

    /// Selects a candidate of the current step.
    public mutating func select(_ id: Candidate.ID, _ view: StepView = StepView()) async throws(StepError) -> Step {
        try await run(StepCall(path, action: .select(id), view: view)).step
    }

    /// Takes back the last `steps` selections, 1 or more. More than there are lead to the first step.
    public mutating func goBack(_ steps: Int = 1, _ view: StepView = StepView()) async throws(StepError) -> Step {
        try await run(StepCall(path, action: .goBack(steps), view: view)).step
    }

    /// Changes the language of labels, a BCP 47 tag; nil is that of the data. The position stays.
    public mutating func setLocale(_ locale: String?, _ view: StepView = StepView()) async throws(StepError) -> Step {
        try await run(StepCall(StepPath(path.ids, locale: locale), view: view)).step
    }

    /// Jumps to a state: one that a match names, or the one that still holds after the data changed.
    public mutating func go(to ids: [Candidate.ID], _ view: StepView = StepView()) async throws(StepError) -> Step {
        try await run(StepCall(StepPath(ids, locale: path.locale), view: view)).step
    }

    /// Finds places at or below the current state by words in any spelling, best first, `limit` of them at most
    /// (1…1000, default 10). Whole names come before beginnings of names, then upper levels before lower ones.
    public func find(_ words: String, limit: Int = 10) async throws(StepError) -> [StepMatch] {
        try await directory.step(StepCall(path, view: StepView(limit: limit), words: words)).found
    }

    private mutating func run(_ call: StepCall) async throws(StepError) -> StepAnswer {
        let answer = try await directory.step(call)
        path = answer.path
        return answer
    }
}

extension StepSession where Directory: LocalStepDirectory {
    /// Gives the current step, blocking the thread.
    public mutating func currentBlocking(_ view: StepView = StepView()) throws(StepError) -> Step {
        try runBlocking(StepCall(path, view: view)).step
    }

    /// Selects a candidate of the current step, blocking the thread.
    public mutating func selectBlocking(_ id: Candidate.ID, _ view: StepView = StepView()) throws(StepError) -> Step {
        try runBlocking(StepCall(path, action: .select(id), view: view)).step
    }

    /// Takes back the last `steps` selections, 1 or more, blocking the thread.
    public mutating func goBackBlocking(_ steps: Int = 1, _ view: StepView = StepView()) throws(StepError) -> Step {
        try runBlocking(StepCall(path, action: .goBack(steps), view: view)).step
    }

    /// Changes the language of labels, blocking the thread.
    public mutating func setLocaleBlocking(
        _ locale: String?, _ view: StepView = StepView()
    ) throws(StepError) -> Step {
        try runBlocking(StepCall(StepPath(path.ids, locale: locale), view: view)).step
    }

    /// Jumps to a state, blocking the thread.
    public mutating func goBlocking(to ids: [Candidate.ID], _ view: StepView = StepView()) throws(StepError) -> Step {
        try runBlocking(StepCall(StepPath(ids, locale: path.locale), view: view)).step
    }

    /// Finds places at or below the current state by words, blocking the thread.
    public func findBlocking(_ words: String, limit: Int = 10) throws(StepError) -> [StepMatch] {
        try directory.stepBlocking(StepCall(path, view: StepView(limit: limit), words: words)).found
    }

    private mutating func runBlocking(_ call: StepCall) throws(StepError) -> StepAnswer {
        let answer = try directory.stepBlocking(call)
        path = answer.path
        return answer
    }
}
