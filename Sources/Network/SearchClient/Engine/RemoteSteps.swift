internal import Foundation
public import StepwiseAPI

/// The hierarchy of a server of our own, with the answers of the embedded one.
///
///     var session = StepSession(try RemoteSteps(client), path: kept)
///     let step = try await session.current()
public struct RemoteSteps: StepDirectory {
    private let client: SearchClient

    /// Creates the hierarchy behind a client.
    ///
    /// - Throws: `invalidArgument` for ViSenze's service, which has none.
    public init(_ client: SearchClient) throws(ClientError) {
        guard !client.configuration.isViSenze else {
            throw .invalidArgument("\(client.configuration.baseURL) has no stepwise search; a server of Magpie does")
        }
        self.client = client
    }

    /// Answers one call. Asking again does no harm, so that a lost answer is asked for again.
    public func step(_ call: StepCall) async throws(StepError) -> StepAnswer {
        // Also the limits of the server: a call that it would refuse is not sent.
        try call.check()
        guard let body = try? JSONEncoder().encode(call) else { throw .invalidArgument("the call cannot be written") }
        let reply: HTTPReply
        do throws(ClientError) {
            reply = try await client.post(StepReply.path, body, isRepeatable: true)
        } catch {
            throw error == .cancelled ? .cancelled : .unavailable(error.description)
        }
        guard let answer = try? JSONDecoder().decode(StepReply.self, from: Data(reply.body)) else {
            let text = ClientError.httpStatus(reply.status, body: reply.excerpt).description
            throw .unavailable("\(StepReply.path) answered something else than a step: \(text)")
        }
        return try answer.get()
    }
}
