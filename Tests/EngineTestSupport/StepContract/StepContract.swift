public import StepwiseAPI

/// The rules that every home of ``StepwiseAPI/StepDirectory`` must meet with the rows of ``lines``: a file in this
/// process, and one behind HTTP.
public enum StepContract {
    /// A promise, as a sentence, and how it is tried.
    public struct Rule: Sendable, CustomStringConvertible {
        public let description: String
        private let body: @Sendable (any StepDirectory) async throws -> Void

        init(_ description: String, _ body: @escaping @Sendable (any StepDirectory) async throws -> Void) {
            self.description = description
            self.body = body
        }

        /// Throws ``SearchContract/Broken`` when the directory does not keep the rule.
        public func check(_ directory: any StepDirectory) async throws { try await body(directory) }
    }

    public static let rules = walkRules + pageRules + wordRules + hostileRules

    /// A hierarchy with repeated labels, a level that is missing, an option of neither, and a place without its data.
    public static let lines = """
        {"id":"jp","level":"country","label":"日本","label_en":"Japan"}
        {"id":"11","parent":"jp","level":"prefecture","label":"埼玉県","label_en":"Saitama","reading":"サイタマケン"}
        {"id":"13","parent":"jp","level":"prefecture","label":"東京都","reading":"トウキョウト","incomplete":true}
        {"id":"111082","parent":"11","level":"municipality","label":"さいたま市南区","label_en":"Saitama-shi Minami-ku",\
        "reading":"サイタマシミナミク","names":["南区","ミナミク","Minami-ku"]}
        {"id":"negishi","parent":"111082","level":"town","label":"根岸","label_en":"Negishi","reading":"ネギシ"}
        {"id":"east-1","parent":"111082","level":"town","label":"東町","reading":"ヒガシマチ","label_en":"Higashimachi"}
        {"id":"east-2","parent":"111082","level":"town","label":"東町","reading":"アズマチョウ","label_fr":"Azumacho"}
        {"id":"awa","parent":"111082","level":"aza","label":"安房","reading":"アンボウ","latitude":30.3,"longitude":130.5}
        {"id":"negishi-0","parent":"negishi","level":"chome","label":"丁目なし","label_en":"No chome","passage":true,"order":0}
        {"id":"negishi-5","parent":"negishi","level":"chome","label":"５丁目","label_en":"5 chome","names":["5"],"order":5}
        {"id":"negishi-10","parent":"negishi","level":"chome","label":"十丁目","label_en":"10 chome","names":["10"],"order":10}
        {"id":"h0","parent":"negishi-0","level":"house","label":"77"}
        {"id":"h1","parent":"negishi-5","level":"house","label":"10-1"}
        {"id":"h2","parent":"negishi-5","level":"house","label":"2-13-3"}
        {"id":"h3","parent":"negishi-5","level":"house","label":"2-4"}
        {"id":"h'4\\"; DROP TABLE node; --","parent":"negishi-5","level":"house","label":"2-13"}
        {"id":"h5","parent":"negishi-10","level":"house","label":"1"}
        {"id":"h6","parent":"east-1","level":"house","label":"1"}
        {"id":"h7","parent":"east-2","level":"house","label":"1"}
        """

    static let chome = ["jp", "11", "111082", "negishi", "negishi-5"]

    static func expectEqual<Value: Equatable>(_ found: Value, _ wanted: Value, _ what: String) throws {
        try SearchContract.expectEqual(found, wanted, what)
    }

    /// The candidates of a step that is not the last one.
    static func page(_ step: Step) throws -> StepPage {
        guard case .choose(let page, _) = step else {
            throw SearchContract.Broken(description: "arrived already: \(step.path.map(\.id))")
        }
        return page
    }

    /// The error that a call ends with; broken when it has none.
    static func error(_ directory: any StepDirectory, _ call: StepCall) async throws -> StepError {
        do throws(StepError) { _ = try await directory.step(call) } catch { return error }
        throw SearchContract.Broken(description: "\(call) is no error")
    }

    static func labels(_ directory: any StepDirectory, _ call: StepCall) async throws -> [String] {
        try page(try await directory.step(call).step).candidates.map(\.label)
    }
}
