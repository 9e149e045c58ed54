import Imaging
import SearchAPI

/// What was found in one picture.
struct Discovered: RunResult {
    var outcome: Outcome
    /// Nil for an input that could not be used.
    var answer: DiscoverAnswer?
    /// The files of each thing, where they were asked for.
    var crops: [[OutputFile]] = []
    /// Not the fault of the picture: it ends the run.
    var failure: SearchError?

    init(_ outcome: Outcome) { self.outcome = outcome }

    /// The line of one picture. Without a store objects have a box and a score only. `others` are those that are not of
    /// the type asked for.
    func json(shard: Shard, place: StorePlace?, options: AnswerOptions) -> JSON {
        var members: [JSON.Member] = [.init(key: "path", value: .string(outcome.path.text))]
        switch outcome.result {
        case .success:
            let size = answer?.uprightSize ?? Size(width: 0, height: 0)
            members.append(.init(key: "ok", value: true))
            members.append(.init(key: "width", value: .integer(size.width)))
            members.append(.init(key: "height", value: .integer(size.height)))
            let things = (answer?.objects ?? []).enumerated().map { index, found in
                found.json(place: place, options: options, crops: crops.isEmpty ? nil : crops[index])
            }
            members.append(.init(key: "objects", value: .array(things)))
            if let others = answer?.others, !others.isEmpty {
                members.append(.init(key: "others", value: .array(others.map(\.json))))
            }
        case .failure(let error):
            members.append(.init(key: "ok", value: false))
            members.append(.init(key: "error", value: error.json))
        }
        return .object(members + shard.members)
    }
}

extension RecognizedObject {
    fileprivate var json: JSON {
        [
            "box": box.json, "score": .decimal(score, places: 4),
            "type": type.map { .string($0) } ?? .null,
        ]
    }
}

extension DiscoverAnswer.Found {
    fileprivate func json(place: StorePlace?, options: AnswerOptions, crops: [OutputFile]?) -> JSON {
        var members: [JSON.Member] = [
            .init(key: "box", value: object.box.json),
            .init(key: "score", value: .decimal(object.score, places: 4)),
        ]
        if let place {
            members.append(.init(key: "type", value: object.type.map { .string($0) } ?? .null))
            members += answer.members(place: place, fields: options.fields)
            if options.explains, object.type != nil {
                members.append(.init(key: "confidence", value: .decimal(object.typeConfidence, places: 4)))
                let attributes = object.attributes.sorted { $0.key < $1.key }.map { name, values in
                    JSON.Member(key: name, value: .array(values.map { .string($0) }))
                }
                members.append(.init(key: "attributes", value: .object(attributes)))
            }
        }
        if object.isWholePicture { members.append(.init(key: "whole", value: true)) }
        if let crops { members.append(.init(key: "outputs", value: .array(crops.map(\.json)))) }
        return .object(members)
    }
}
