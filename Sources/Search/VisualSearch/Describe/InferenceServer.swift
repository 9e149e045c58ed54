internal import Essentials
internal import HTTPClient

/// One model behind the Open Inference Protocol: <https://kserve.github.io/website/docs/concepts/architecture/data-plane/v2-protocol>.
struct InferenceServer: Sendable {
    private let url: URL
    private let timeout: Double
    private let client = HTTPClient()

    init(_ model: InferenceDescriber.Model) {
        let url = model.server.appending(components: "v2", "models", model.name)
        self.url = model.version.map { url.appending(components: "versions", $0) } ?? url
        timeout = model.timeout
    }

    /// Begins the sentences of errors.
    var name: String { "the model at \(url.absoluteString)" }

    func metadata() throws(DescribeError) -> InferenceMetadata {
        try answer(HTTPClient.Request("GET", url.absoluteString, timeout: timeout))
    }

    /// The values of the output. One that is not a number is NaN.
    func infer(_ body: [UInt8], output: String, count: Int) throws(DescribeError) -> [Double] {
        let request = HTTPClient.Request(
            "POST", url.appending(component: "infer").absoluteString, headers: ["Content-Type": "application/json"],
            body: body, timeout: timeout)
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

    /// Blocks until there is an answer.
    private func answer<Value: Decodable>(_ request: HTTPClient.Request) throws(DescribeError) -> Value {
        let reply: HTTPClient.Reply
        do throws(HTTPClient.Failure) { reply = try client.sendBlocking(request) } catch {
            if case .timedOut = error { throw .failed(detail: "\(name) did not answer within \(timeout) s") }
            throw .failed(detail: "\(name) cannot be reached: \(error)")
        }
        let data = Data(reply.body)
        guard reply.status == 200 else {
            let refusal = try? JSONDecoder().decode(Refusal.self, from: data)
            let text = refusal?.error ?? refusal?.message ?? String(decoding: data.prefix(300), as: UTF8.self)
            throw .failed(detail: "\(name) answered with HTTP status \(reply.status): \(text)")
        }
        let decoder = JSONDecoder()
        // For the bare words NaN and Infinity, which some servers write.
        decoder.allowsJSON5 = true
        do { return try decoder.decode(Value.self, from: data) } catch {
            throw .failed(detail: "\(name) gave an answer that is not of the Open Inference Protocol: \(error)")
        }
    }
}
