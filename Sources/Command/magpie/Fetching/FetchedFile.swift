import Essentials
import HTTPTransport
import SearchServer

/// The file that a picture of an address has in the folder of fetched pictures.
enum FetchedFile {
    /// The address as it is asked for; nil for a cell that names a file. Without a scheme it is one of https.
    static func address(_ cell: String) -> String? {
        let lower = cell.prefix(8).lowercased()
        if lower.hasPrefix("http://") || lower.hasPrefix("https://") { return cell }
        return cell.hasPrefix("//") ? "https:\(cell)" : nil
    }

    /// The path below the folder: that of the host, then the name at the end of the address with a hash of all of it, but
    /// for the scheme. A parameter may be a version of one picture or the number of another: each has a file of its own.
    static func path(of address: String) -> Path {
        let text = address.prefix { $0 != "#" }
        let rest = text.firstRange(of: "//").map { text[$0.upperBound...] } ?? text
        let (host, place) = (rest.prefix { !"/?".contains($0) }.lowercased(), rest.drop { !"/?".contains($0) })
        let path = place.prefix { $0 != "?" }
        let key = host + place
        let hash = SHA256.hash(Array(key.utf8)).prefix(8).map(\.hexadecimal).joined()
        let last = path.split(separator: "/").last ?? ""
        let name = plain(last.lastIndex(of: ".").map { last[..<$0] } ?? last).prefix(60)
        let folder = plain(Substring(host)).prefix(100)
        return Path(folder.isEmpty ? "_" : String(folder)) / Path("\(name)\(name.isEmpty ? "" : "-")\(hash).jpg")
    }

    /// The text with what no file system minds; a name does not begin with a dot.
    private static func plain(_ text: Substring) -> String {
        let name = text.map { letter -> Character in
            letter.isASCII && (letter.isLetter || letter.isNumber || "-_.".contains(letter)) ? letter : "_"
        }
        return name.first == "." ? "_" + String(name.dropFirst()) : String(name)
    }
}
