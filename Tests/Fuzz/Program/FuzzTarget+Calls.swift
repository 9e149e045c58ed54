import BloomreachAPI
import ContentAPI
import Foundation
import HaloAPI
import ProductSearchAPI
import SearchAPI
import ViSearchAPI
import WireFormat

#if DEBUG || FUZZING
    @testable import HTTPTransport
#endif

extension FuzzTarget {
    /// Bodies of requests and of the vendors' answers.
    static let calls =
        [
            FuzzTarget(
                "request",
                seeds: {
                    let filter = Filter.and([
                        .between("price", .int(1), .int(9)), .not(.oneOf("brand", [.string("a")])),
                    ])
                    let requests = [
                        SearchRequest(.init(example: .item(id: "a"), text: "red bag", unlike: ["b"]), filter: filter),
                        SearchRequest(
                            .init(colors: [.init(.white, weight: 2)]), facets: .init(["brand"]), sort: .init("price"),
                            grouping: .init("brand"), dedup: 0.9, diversity: .init(0.5, by: .field("brand"))),
                    ]
                    return try requests.map { [UInt8](try JSONEncoder().encode($0)) }
                },
                read: { bytes in
                    guard let request = try? JSONDecoder().decode(SearchRequest.self, from: Data(bytes)),
                        let json = try? JSONEncoder().encode(request)
                    else { return false }
                    precondition((try? JSONDecoder().decode(SearchRequest.self, from: json)) == request)
                    return true
                }),
            FuzzTarget(
                "halo",
                #"{"moduleName":"a","searchValues":{"condition":"and","operands":[{"operation":"between","#
                    + #""property":"p","value":[1,2]},{"operation":"like","property":"q","value":"abc"}]},"#
                    + #""pagination":{"page":1,"limit":5},"sort":"name asc"}"#,
                #"{"relatedTo":[{"fieldName":"a","instanceIds":["*"]}],"include":["all"],"locale":"en-GB"}"#
            ) { bytes in
                let token = try? Halo.Token(parsing: bytes)
                return (try? ContentQuery(halo: bytes)) != nil || token != nil
            },
            FuzzTarget(
                "bloomreach",
                #"{"customer_ids":{"cookie":"c"},"attributes":[{"type":"recommendation","id":"m","size":5,"#
                    + #""catalogFilter":[{"property":"price","constraint":{"type":"number","operator":"in between","#
                    + #""operands":[{"type":"constant","value":5},{"type":"constant","value":"80.5"}]}}]}]}"#,
                #"{"customer_ids":{"cookie":"c"},"engine_id":"m","size":9,"items":{"p":"1e1"}}"#
            ) { bytes in
                let stream = try? Bloomreach.StreamCall.read(bytes)
                return (try? Bloomreach.AttributesCall.read(bytes)) != nil || stream != nil
            },
            FuzzTarget(
                "answer",
                #"{"status":"OK","method":"search","total":1,"page":1,"limit":10,"reqid":"1","#
                    + #""result":[{"im_name":"a","score":0.5,"value_map":{"price":"1"}}]}"#
            ) { bytes in
                let products = try? ProductSearch.Results(parsing: bytes)
                return (try? ViSearch.Results(parsing: bytes)) != nil || products != nil
            },
        ] + transport

    /// The parts of HTTP that are ours and not libmicrohttpd's.
    private static var transport: [FuzzTarget] {
        #if DEBUG || FUZZING
            [
                FuzzTarget(
                    "multipart",
                    "--B\r\nContent-Disposition: form-data; name=\"i\"; filename=\"a.jpg\"\r\nContent-Type: image/jpeg\r\n"
                        + "\r\nJPEG\r\n--B\r\nContent-Disposition: form-data; name=b\r\n\r\n1\r\n--B--",
                    "\r\n--B--\r\n"
                ) { bytes in
                    let whole = parts(of: bytes, piece: max(1, bytes.count))
                    precondition(parts(of: bytes, piece: 3) == whole, "pieces of 3 bytes give other parts")
                    return whole != nil
                },
                FuzzTarget("form", "a=1&b=%C3%A9+x&=&c", "fq%5B0%5D=price%3A10%2C50") { bytes in
                    var parameters = Parameters()
                    guard parameters.append(form: bytes, limit: 100) else { return false }
                    var again = Parameters()
                    precondition(again.append(form: parameters.urlEncoded.utf8, limit: 100))
                    precondition(again == parameters, "written, they are other parameters: \(parameters.urlEncoded)")
                    return true
                },
            ]
        #else
            []
        #endif
    }

    #if DEBUG || FUZZING
        /// The names, values and sizes in a body that comes in pieces; nil where it is refused.
        private static func parts(of bytes: [UInt8], piece: Int) -> [String]? {
            var parser = MultipartParser(boundary: "B", limits: ServerConfiguration.Limits())
            do {
                for start in stride(from: 0, to: bytes.count, by: piece) {
                    let part = Array(bytes[start..<min(bytes.count, start + piece)])
                    // Safe: the piece is read within the call.
                    try unsafe part.withUnsafeBytes { unsafe try parser.append($0) }
                }
                try parser.finish()
            } catch { return nil }
            return parser.parameters.all.map { "\($0.name)=\($0.value)" }
                + parser.files.map { "\($0.name) \($0.filename ?? "") \($0.contentType ?? "") \($0.bytes.count)" }
        }
    #endif
}
