internal import Dispatch
internal import Foundation

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

/// One model behind the Open Inference Protocol: <https://kserve.github.io/website/docs/concepts/architecture/data-plane/v2-protocol>.
struct InferenceServer: Sendable {
    private let url: URL
    private let timeout: Double
    private let session = URLSession(configuration: .ephemeral)

    init(_ model: InferenceDescriber.Model) {
        let url = model.server.appending(components: "v2", "models", model.name)
        self.url = model.version.map { url.appending(components: "versions", $0) } ?? url
        timeout = model.timeout
    }

    /// Begins the sentences of errors.
    var name: String { "the model at \(url.absoluteString)" }

    func metadata() throws(DescribeError) -> InferenceMetadata { try answer(URLRequest(url: url)) }

    /// The values of the output. One that is not a number is NaN.
    func infer(_ body: Data, output: String, count: Int) throws(DescribeError) -> [Double] {
        var request = URLRequest(url: url.appending(component: "infer"))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = body
        let answer: Answer = try answer(request)
        guard let found = answer.outputs.first(where: { $0.name == output }) else {
            let names = answer.outputs.map(\.name).joined(separator: ", ")
            throw .failed(detail: "\(name) gave no output \(output), only: \(names)")
        }
        guard found.data.count == count, found.shape.reduce(1, &*) == count else {
            throw .failed(
                detail: "\(name) gave \(found.data.count) values of shape \(found.shape), not \(count)")
        }
        return found.data.map { $0 ?? .nan }
    }

    /// The JSON of a request before and after its numbers.
    static func frame(
        _ model: InferenceDescriber.Model, input: String, output: String
    ) -> (head: [UInt8], tail: [UInt8]) {
        let (width, height) = (model.size.width, model.size.height)
        let shape = model.layout == .nchw ? [1, 3, height, width] : [1, height, width, 3]
        let head = """
            {"inputs":[{"name":\(quoted(input)),"shape":\(shape),\
            "datatype":"\(model.values.datatype)","data":[
            """
        let tail = """
            ]}],"outputs":[{"name":\(quoted(output))}]}
            """
        return (Array(head.utf8), Array(tail.utf8))
    }

    private static func quoted(_ text: String) -> String {
        // A string can always be encoded.
        String(decoding: (try? JSONEncoder().encode(text)) ?? Data("\"\"".utf8), as: UTF8.self)
    }

    private struct Answer: Decodable {
        struct Output: Decodable {
            let name: String
            let shape: [Int]
            let data: [Double?]
        }
        let outputs: [Output]
    }

    /// The body of an answer with a status of 400 and above.
    private struct Refusal: Decodable {
        let error: String?
        let message: String?
    }

    private func answer<Value: Decodable>(_ request: URLRequest) throws(DescribeError) -> Value {
        let (data, status) = try exchange(request)
        guard status == 200 else {
            let refusal = try? JSONDecoder().decode(Refusal.self, from: data)
            let text = refusal?.error ?? refusal?.message ?? String(decoding: data.prefix(300), as: UTF8.self)
            throw .failed(detail: "\(name) answered with HTTP status \(status): \(text)")
        }
        let decoder = JSONDecoder()
        // For the bare words NaN and Infinity, which some servers write.
        decoder.allowsJSON5 = true
        do { return try decoder.decode(Value.self, from: data) } catch {
            throw .failed(detail: "\(name) gave an answer that is not of the Open Inference Protocol: \(error)")
        }
    }

    /// Blocks until there is an answer.
    private func exchange(_ request: URLRequest) throws(DescribeError) -> (data: Data, status: Int) {
        var request = request
        request.timeoutInterval = timeout
        let reply = Reply()
        let task = session.dataTask(with: request) { data, response, error in
            reply.set(data ?? Data(), (response as? HTTPURLResponse)?.statusCode, error)
        }
        task.resume()
        // The timeout of a request starts anew with every byte; this one does not.
        let isLate = reply.done.wait(timeout: .now() + timeout) == .timedOut
        if isLate { task.cancel() }
        guard !isLate, let answer = reply.answer.withLock({ $0 }) else {
            throw .failed(detail: "\(name) did not answer within \(timeout) s")
        }
        return try answer.mapError { DescribeError.failed(detail: "\(name) cannot be reached: \($0.text)") }.get()
    }
}

/// Carries an answer from the thread of the session to the one that waits.
private final class Reply: Sendable {
    struct Unreachable: Error { let text: String }

    let done = DispatchSemaphore(value: 0)
    /// Nil until the answer arrives, and after a timeout.
    let answer = Locked<Result<(data: Data, status: Int), Unreachable>?>(nil)

    func set(_ data: Data, _ status: Int?, _ error: (any Error)?) {
        answer.withLock { answer in
            if let status, error == nil {
                answer = .success((data, status))
            } else if (error as? URLError)?.code != .timedOut {
                answer = .failure(Unreachable(text: error?.localizedDescription ?? "no answer"))
            }
        }
        done.signal()
    }
}
