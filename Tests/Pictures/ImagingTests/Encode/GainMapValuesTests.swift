import Testing

@testable import Imaging

@Suite("Values of a gain map in XMP")
struct GainMapValuesTests {
    private func written(_ text: String) -> String? {
        GainMapValues(text).map { String(decoding: $0.packet, as: UTF8.self) }
    }

    @Test("attributes and lists of three come back, whatever stands beside them goes")
    func values() throws {
        let text = try #require(
            written(
                """
                <rdf:Description hdrgm:Version='1.0' hdrgm:GainMapMin = "-0.5" hdrgm:HDRCapacityMax='3.25'
                  hdrgm:BaseRenditionIsHDR="False" exif:GPSLatitude="52,31.2N" hdrgm:Secret="home">
                <hdrgm:GainMapMax><rdf:Seq><rdf:li>1.5</rdf:li> <rdf:li> 2 </rdf:li><rdf:li>2.25</rdf:li></rdf:Seq>
                </hdrgm:GainMapMax><hdrgm:Gamma>1.0</hdrgm:Gamma><dc:creator>Somebody</dc:creator>
                </rdf:Description>
                """))
        for part in [
            #"hdrgm:GainMapMin="-0.5""#, #"hdrgm:HDRCapacityMax="3.25""#, #"hdrgm:BaseRenditionIsHDR="False""#,
            #"hdrgm:Gamma="1.0""#,
            "<hdrgm:GainMapMax><rdf:Seq><rdf:li>1.5</rdf:li><rdf:li>2</rdf:li><rdf:li>2.25</rdf:li></rdf:Seq>",
        ] { #expect(text.contains(part), "\(part)") }
        for secret in ["GPS", "52", "Secret", "home", "Somebody"] { #expect(!text.contains(secret), "\(secret)") }
        #expect(written(text) == text)
    }

    @Test(
        "a packet without the largest gain, or with a value that is none, has no values",
        arguments: [
            "", #"hdrgm:GainMapMin="1""#, #"hdrgm:GainMapMax="much""#, #"hdrgm:GainMapMax="nan""#, "hdrgm:GainMapMax=",
            #"hdrgm:GainMapMax="2" hdrgm:BaseRenditionIsHDR="perhaps""#, "<hdrgm:GainMapMax>",
            "hdrgm:GainMapMaximum='1'",
            "<hdrgm:GainMapMax><rdf:li>1</rdf:li><rdf:li>2</rdf:li></hdrgm:GainMapMax>",
            #"hdrgm:GainMapMax="2"/><!--""#,
        ])
    func broken(text: String) {
        // The last one is whole: what follows a value does not matter.
        #expect((written(text) == nil) == !text.hasSuffix("<!--\""))
    }
}
