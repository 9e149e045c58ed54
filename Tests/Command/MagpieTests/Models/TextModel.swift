import TestSupport

@testable import magpie

/// Models in the place of those of PP-OCR: what is dark is text, and each line is "SALE".
enum TextModel {
    static func write(to folder: String, in place: Workplace) throws {
        try place.write(ModelBytes.textDetector, to: folder + "/det.onnx")
        try place.write(ModelBytes.textRecognizer(characters: 2, dictionary: "SALE\nb"), to: folder + "/rec.onnx")
    }
}
