/// The digital source types of IPTC (NewsCodes, "digitalsourcetype") and those that C2PA 2.2 adds.
enum SourceType {
    /// Types of pictures that a trained model made or changed.
    static let ofModels: Set<String> = [
        "trainedAlgorithmicMedia", "compositeWithTrainedAlgorithmicMedia", "compositeSynthetic",
        trainedData,
    ]

    private static let trainedData = "trainedAlgorithmicData"

    private static let names =
        ofModels.union([
            "algorithmicMedia", "algorithmicallyEnhanced", "composite", "compositeCapture", "computationalCapture",
            "dataDrivenMedia", "digitalArt", "digitalCapture", "digitalCreation", "humanEdits", "minorHumanEdits",
            "multiFrameComputationalCapture", "negativeFilm", "positiveFilm", "print", "screenCapture", "softwareImage",
            "virtualRecording", "empty",
        ])

    private static let spellings = Dictionary(
        names.map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })

    /// The last part of an address, as programs write it: with http or https, after a prefix, or alone, in any case. Nil for
    /// text that is no name. A name that no list has stays as it is.
    static func name(_ text: String) -> String? {
        let last = PictureRights.lastPart(of: text)
        return last.flatMap { spellings[$0.lowercased()] ?? $0 }
    }

    /// The first type that tells of a model, or else the first.
    static func first(_ types: [String]) -> String? { types.first(where: ofModels.contains) ?? types.first }

    /// The address of a name.
    static func address(_ name: String) -> String {
        let isOfC2PA = name == trainedData || name == "empty"
        return (isOfC2PA ? "http://c2pa.org/digitalsourcetype/" : "http://cv.iptc.org/newscodes/digitalsourcetype/")
            + name
    }
}

extension PictureRights {
    /// The letters, digits and hyphens behind the last slash or colon; nil where there are others, or more than 64.
    static func lastPart(of text: String) -> String? {
        guard let last = text.split(whereSeparator: { "/:#".contains($0) }).last, last.utf8.count <= 64,
            last.utf8.allSatisfy({ byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x2D
            })
        else { return nil }
        return String(last)
    }
}
