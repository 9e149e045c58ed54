import Foundation
import Testing

@testable import HTTPTransport

@Suite("Dates in headers")
struct HTTPDateTests {
    private let now = Date(timeIntervalSince1970: 1_790_000_000)

    @Test(
        "all three forms are read, and the first one is written",
        arguments: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        ])
    func forms(_ text: String) throws {
        let date = try #require(HTTPDate(text, now: now))
        #expect(date.seconds == 784_111_777 && date.text == "Sun, 06 Nov 1994 08:49:37 GMT")
    }

    @Test("a year of two digits is at most 50 years ahead")
    func years() {
        #expect(HTTPDate("Friday, 06-Nov-76 08:49:37 GMT", now: now)?.text == "Fri, 06 Nov 2076 08:49:37 GMT")
        #expect(HTTPDate("Sunday, 06-Nov-77 08:49:37 GMT", now: now)?.text == "Sun, 06 Nov 1977 08:49:37 GMT")
    }

    @Test("what is written is read again, in leap years and at both ends")
    func written() throws {
        for (seconds, text) in [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (1_709_164_800, "Thu, 29 Feb 2024 00:00:00 GMT"), (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
        ] {
            let date = try #require(HTTPDate(seconds: seconds))
            #expect(date.text == text && HTTPDate(text) == date)
        }
        for seconds in [-1, 253_402_300_800, .min, .max] { #expect(HTTPDate(seconds: seconds) == nil) }
    }

    @Test(
        "anything else is no date",
        arguments: [
            "", "GMT", "784111777", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
            "Sun, 06 Nov 1994 08:49:60 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:49:37 PST",
            "Sun, 06 Nov 1994 08:49:37.5 GMT", "Sun, 06 Nov 99999 08:49:37 GMT", "Sun, 06 Nov 0000 08:49:37 GMT",
            "Sun, +6 Nov 1994 08:49:37 GMT", "Wed, 31 Dec 1969 23:59:59 GMT", "Day, 06 Nov 1994 08:49:37 GMT",
            "Sun, \u{660}\u{666} Nov 1994 08:49:37 GMT", String(repeating: "Sun, 06-Nov ", count: 10_000),
        ])
    func others(_ text: String) { #expect(HTTPDate(text, now: now) == nil) }
}
