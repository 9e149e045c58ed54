import ServedShop
import TestSupport
import Testing
import ViSearchAPI

@testable import SearchServer

@Suite("Requests that the transport refuses", .timeLimit(.minutes(5)))
struct RefusalRouteTests {
    @Test("have the form of ViSearch: errors of an insert are objects, those of others texts, and there is a total")
    func form() throws {
        let shop = try Shop.shared.get()
        let text = "Parameters must come in the query, as application/x-www-form-urlencoded or as multipart/form-data."
        for (path, error) in [
            ("/remove", "\"\(text)\""), ("/insert", #"{"error_message":"\#(text)"}"#),
            ("//insert", #"{"error_message":"\#(text)"}"#),
        ] {
            let (answer, json) = try shop.ask("POST", path, headers: ["Content-Type: text/plain"], body: [0x61])
            let id = try #require(json["reqid"]?.text)
            let method = path.drop { $0 == "/" }
            #expect(answer.status == 415)
            #expect(
                answer.body
                    == #"{"status":"fail","method":"\#(method)","error":[\#(error)],"total":0,"reqid":"\#(id)"}"#)
        }
    }

    @Test("a path without a route, and a wrong method of a route of our own, have no total")
    func nowhere() throws {
        let shop = try Shop.shared.get()
        let (answer, json) = try shop.ask("GET", "/no/where")
        let id = try #require(json["reqid"]?.text)
        #expect(answer.status == 404)
        #expect(
            answer.body
                == #"{"status":"fail","method":"no/where","error":["There is nothing here."],"reqid":"\#(id)"}"#)
        let get = try shop.ask("GET", "/engine/count").answer
        #expect(get.status == 405 && get.headers["Allow"] == "POST, OPTIONS")
    }

    /// The first fault that a client sees that asks with a wrong method: not that its body has the wrong type.
    @Test("a method that the description does not name is answered with 405, whatever the type of the body")
    func undeclaredMethods() throws {
        let shop = try Shop.shared.get()
        guard case .object(let paths)? = try shop.get("/openapi.json")["paths"] else { throw Failed("no paths") }
        for (template, operations) in paths {
            let path = template.replacing(/\{[^}]*\}/, with: "x")
            for method in ["GET", "POST", "PUT", "DELETE", "PATCH"] where operations[method.lowercased()] == nil {
                for headers in [[], ["Content-Type: text/plain"], ["Content-Type: application/json"]] {
                    let answer = try shop.ask(method, path, headers: headers).answer
                    #expect(answer.status == 405, "\(method) \(path) \(headers)")
                    #expect(answer.headers["Allow"]?.contains(method) == false, "\(method) \(path)")
                }
            }
        }
    }
}
