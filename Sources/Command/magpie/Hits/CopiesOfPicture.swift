import Essentials
import VisualSearch
import WireFormat

/// `magpie search --copies`: proven copies in place of what looks alike.
struct CopiesOfPicture {
    let query: PictureQuery
    let answer: CopyAnswer
    /// The most copies to print.
    let limit: Int
    let items: Int
    let milliseconds: Double

    /// A line for each copy, and a summary.
    var text: String {
        let rows = answer.copies.prefix(limit).map { copy in
            let share = (copy.agreement * 100).rounded(places: 0) ?? "–"
            return TextTable.row(copy.id.printable, "\(copy.sentence), \(share) % agree")
        }
        let unseen =
            answer.unseen > 0
            ? "\(Numbers.plural(answer.unseen, "near item")) could not be looked at: no small picture, and no file\n"
            : ""
        let none = answer.copies.isEmpty ? "No item is proven to be a copy, to hold it, or to lie in it.\n" : ""
        return rows.joined() + none + unseen
            + "\(Numbers.plural(answer.copies.count, "copy", "copies")) among \(Numbers.plural(items, "item")), "
            + "\(milliseconds.rounded(places: 0) ?? "–") ms\n"
    }

    /// One object on a line.
    func line(place: StorePlace) -> String {
        JSONWriter.line { json in
            query.write(to: &json)
            json.member("ok", true)
            json.member("copies", array: Array(answer.copies.prefix(limit))) { json, copy in
                json.object { copy.write(to: &$0, place: place) }
            }
            json.member("unseen", answer.unseen)
            json.member("ms", milliseconds, places: 2)
        }
    }
}

extension PictureCopy {
    /// Such as "lies in the picture at 120,40, 300 x 200 of 640 x 480".
    fileprivate var sentence: String {
        var sentence =
            switch relation {
            case .whole: "the same picture"
            case .contains: "lies in the picture"
            case .part: "holds the picture"
            }
        if let box {
            sentence += " at \(box.left),\(box.top), \(box.width) x \(box.height) of \(size.width) x \(size.height)"
        }
        if let turn { sentence += ", once that is \(turn)" }
        return sentence
    }

    fileprivate func write(to json: inout JSONWriter, place: StorePlace) {
        json.member("id", id)
        json.member("relation", relation.rawValue)
        if let turn { json.member("turn", turn.description) }
        if let box {
            json.member("box", box)
            json.member("width", size.width)
            json.member("height", size.height)
        }
        json.member("agreement", agreement, places: 4)
        if let source { json.member("path", place.file(of: source)?.text ?? source) }
    }
}
