package import Foundation
package import WireFormat

/// The clock, the pauses and the random numbers of the client; tests have their own.
package struct Pacing: Sendable {
    package var now: @Sendable () -> Date = { Date() }
    /// Ends early when the task is cancelled.
    package var wait: @Sendable (_ seconds: Double) async -> Void = { seconds in
        try? await Task.sleep(for: .seconds(seconds))
    }
    /// From 0 to 1.
    package var random: @Sendable () -> Double = { Double.random(in: 0...1) }

    package init() {}
}

extension SearchClient {
    /// Sends a request, again if necessary; returns the last reply, whatever its status.
    package func send(_ request: HTTPRequest, isRepeatable: Bool) async throws(ClientError) -> HTTPReply {
        let policy = configuration.retry
        let end = pacing.now().addingTimeInterval(configuration.totalTimeout)
        var attempt = 1
        let addressed = request.with(configuration.headers)
        while true {
            if Task.isCancelled { throw .cancelled }
            var request = addressed
            request.isRepeatable = isRepeatable
            request.timeout = min(configuration.timeout, end.timeIntervalSince(pacing.now()))
            let outcome = await outcome(of: request)
            var pause = policy.pause(before: attempt, random: pacing.random())
            switch outcome {
            case .success(let reply):
                guard attempt < policy.tries, reply.isWorthRepeating(isRepeatable: isRepeatable) else { return reply }
                pause = reply.retryAfter(now: pacing.now()) ?? pause
                if pause > end.timeIntervalSince(pacing.now()) { return reply }
            case .failure(let failure):
                if failure == .cancelled { throw .cancelled }
                let isCertain = if case .notConnected = failure { true } else { false }
                guard attempt < policy.tries, isRepeatable || isCertain,
                    pause <= end.timeIntervalSince(pacing.now())
                else { throw .transport(failure) }
            }
            await pacing.wait(pause)
            attempt += 1
        }
    }

    /// Returns the answer in a reply, whatever its status, or throws the error.
    package static func read<Answer>(
        _ reply: HTTPReply, _ parse: ([UInt8]) throws(MalformedJSON) -> Answer
    ) throws(ClientError) -> Answer {
        do throws(MalformedJSON) { return try parse(reply.body) } catch {
            throw reply.isSuccess ? ClientError(error) : .httpStatus(reply.status, body: reply.excerpt)
        }
    }

    /// Throws the faults of a request as one error.
    package static func ensure(_ faults: [Fault]) throws(ClientError) {
        if !faults.isEmpty { throw .invalidArgument(faults.map(\.description).joined(separator: "; ")) }
    }

    private func outcome(of request: HTTPRequest) async -> Result<HTTPReply, TransportFailure> {
        do throws(TransportFailure) {
            return .success(try await transport.send(request))
        } catch {
            return .failure(error)
        }
    }
}

extension HTTPReply {
    fileprivate func isWorthRepeating(isRepeatable: Bool) -> Bool {
        switch status {
        case 429: true
        case 500, 502, 503, 504: isRepeatable
        default: false
        }
    }
}

extension HTTPRequest {
    /// The request with further headers, each in place of one of its name, whose case does not matter.
    fileprivate func with(_ headers: [String: String]) -> HTTPRequest {
        if headers.isEmpty { return self }
        var request = self
        let names = Set(headers.keys.map { $0.lowercased() })
        request.headers = request.headers.filter { !names.contains($0.key.lowercased()) }
        request.headers.merge(headers) { _, new in new }
        return request
    }
}
