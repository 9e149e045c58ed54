import Imaging
import SearchAPI
import WireFormat

/// The objects and hits of one picture.
struct Discovered: RunResult {
    var outcome: Outcome
    /// Nil for an input that could not be used.
    var answer: DiscoverAnswer?
    /// The files of each object, where they were requested.
    var crops: [[OutputFile]] = []
    /// Not the fault of the picture: it ends the run.
    var failure: SearchError?

    init(_ outcome: Outcome) { self.outcome = outcome }

    /// Returns the line of one picture. Without a store, objects have a box and a score only. `others` are the objects
    /// that are not of the requested type.
    func line(shard: Shard, place: StorePlace?, options: AnswerOptions) -> String {
        JSONWriter.line { json in
            json.member("path", outcome.path)
            switch outcome.result {
            case .success:
                let size = answer?.uprightSize ?? Size(width: 0, height: 0)
                json.member("ok", true)
                json.member("width", size.width)
                json.member("height", size.height)
                json.member("objects", array: Array((answer?.objects ?? []).enumerated())) { json, found in
                    let files = crops.isEmpty ? nil : crops[found.offset]
                    json.object { found.element.write(to: &$0, place: place, options: options, crops: files) }
                }
                if let others = answer?.others, !others.isEmpty {
                    json.member("others", array: others) { json, other in
                        json.object {
                            $0.member("box", other.box)
                            $0.member("score", other.score, places: 4)
                            $0.member("type", orNull: other.type)
                        }
                    }
                }
            case .failure(let error):
                json.member("ok", false)
                json.member("error", error)
            }
            json.add(shard)
        }
    }
}

extension DiscoverAnswer.ObjectAnswer {
    /// True where the object was searched with all of its picture.
    var isSeenWithSurroundings: Bool { answer.queryBox.map { $0 != object.box } ?? false }

    fileprivate func write(
        to json: inout JSONWriter, place: StorePlace?, options: AnswerOptions, crops: [OutputFile]?
    ) {
        json.member("box", object.box)
        json.member("score", object.score, places: 4)
        if let place {
            json.member("type", orNull: object.type)
            answer.write(to: &json, place: place, fields: options.fields)
            if options.explains, object.type != nil {
                json.member("confidence", object.typeConfidence, places: 4)
                json.member("attributes") { json in
                    for (name, values) in object.attributes.sorted(by: { $0.key < $1.key }) {
                        json.member(name, array: values) { $0.value($1) }
                    }
                }
            }
        }
        if object.isWholePicture { json.member("whole", true) }
        if isSeenWithSurroundings { json.member("surroundings", true) }
        if let crops { json.member("outputs", array: crops) { $0.value($1) } }
    }
}
