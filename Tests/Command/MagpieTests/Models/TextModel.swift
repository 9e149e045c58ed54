import Imaging
import PictureTestSupport
import TestSupport

@testable import magpie

/// Models in the place of those of PP-OCR: what is dark is text, and each line is "SALE".
enum TextModel {
    static func write(to folder: String, in place: Workplace) throws {
        try place.write(ModelBytes.textDetector, to: folder + "/det.onnx")
        try place.write(ModelBytes.textRecognizer(characters: 2, dictionary: "SALE\nb"), to: folder + "/rec.onnx")
    }

    /// A picture with one line.
    static var picture: [UInt8] {
        get throws {
            let pixels = Pictures.draw(800, 736) { x, y in
                100..<400 ~= x && 100..<130 ~= y ? (0, 0, 0) : (255, 255, 255)
            }
            return try prepare(.pixels(pixels), as: Recipe(Output(.original, encoding: .png))).outputs[0].bytes
        }
    }
}
