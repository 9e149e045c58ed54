import Foundation

/// AVIF files of 32 x 16 pixels by libavif, lossless but for rounding: a left half of #c82828 and a right one of
/// #28a03c. Their colors are described by code points (primaries 1, transfer 13, matrix 6, full range).
enum CodedAVIF {
    static let plain = decoded(
        "AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAADrbWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAA"
            + "AAAAAAAAAAAAAAAAAOcGl0bQAAAAAAAQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAETAAAALQAAAChpaW5mAAAAAAAB"
            + "AAAAGmluZmUCAAAAAAEAAGF2MDFDb2xvcgAAAABqaXBycAAAAEtpcGNvAAAAFGlzcGUAAAAAAAAAIAAAABAAAAAQcG"
            + "l4aQAAAAADCAgIAAAADGF2MUOBIAAAAAAAE2NvbHJuY2x4AAEADQAGgAAAABdpcG1hAAAAAAAAAAEAAQQBAoMEAAAA"
            + "NW1kYXQSAAoIOBD/7CAhoNIyHxAAAKko7y4ZeY9JekWpMq+Y4q43m5wUO4CrXoXlwzw=")

    /// With an alpha of 128, and colors that are multiplied by it.
    static let premultiplied = decoded(
        "AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAAGUbWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAA"
            + "AAAAAAAAAAAAAAAAAOcGl0bQAAAAAAAQAAACxpbG9jAAAAAEQAAAIAAQAAAAEAAAHLAAAALAACAAAAAQAAAbwAAAAP"
            + "AAAAQmlpbmYAAAAAAAIAAAAaaW5mZQIAAAAAAQAAYXYwMUNvbG9yAAAAABppbmZlAgAAAAACAABhdjAxQWxwaGEAAA"
            + "AAKGlyZWYAAAAAAAAADnByZW0AAQABAAIAAAAOYXV4bAACAAEAAQAAAMNpcHJwAAAAnWlwY28AAAAUaXNwZQAAAAAA"
            + "AAAgAAAAEAAAABBwaXhpAAAAAAMICAgAAAAMYXYxQ4EgAAAAAAATY29scm5jbHgAAQANAAaAAAAADnBpeGkAAAAAAQ"
            + "gAAAAMYXYxQ4EAHAAAAAA4YXV4QwAAAAB1cm46bXBlZzptcGVnQjpjaWNwOnN5c3RlbXM6YXV4aWxpYXJ5OmFscGhh"
            + "AAAAAB5pcG1hAAAAAAAAAAIAAQQBAoMEAAIEAQWGBwAAAENtZGF0EgAKBRgQ/+wqMgQQAB+AEgAKCDgQ/+wgIaDSMh"
            + "4QAACpKO8tqvEj0pSjqTKwXzCKzufHiShhpwQrbNA=")

    /// The plain file with other code points.
    static func plain(primaries: Int, transfer: Int) -> [UInt8] {
        var bytes = plain
        let place = bytes.indices.first { bytes[$0...].starts(with: ascii("nclx")) }!
        bytes.replaceSubrange((place + 4)..<(place + 8), with: big(primaries, 2) + big(transfer, 2))
        return bytes
    }

    /// The plain file, whose colors nothing describes.
    static let undescribed: [UInt8] = {
        var bytes = plain
        let place = bytes.indices.first { bytes[$0...].starts(with: ascii("colr")) }!
        bytes.replaceSubrange(place..<(place + 4), with: ascii("free"))
        return bytes
    }()

    private static func decoded(_ text: String) -> [UInt8] { [UInt8](Data(base64Encoded: text)!) }
}
