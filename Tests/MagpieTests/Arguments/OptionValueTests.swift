import Imaging
import Testing

@testable import magpie

@Suite("Values of options")
struct OptionValueTests {
    @Test("a box is two corners, in order")
    func box() {
        let box = OptionValue<Box>.box
        #expect(box.parse(Path("10,20,110,220")) == Box(left: 10, top: 20, width: 100, height: 200))
        #expect(box.parse(Path("-5,0,5,5")) == Box(left: -5, top: 0, width: 10, height: 5))
        #expect(box.parse(Path("7,7,7,7"))?.isPoint == true)
        for wrong in ["", "1,2,3", "1,2,3,4,5", "5,0,1,9", "a,b,c,d", "1,2,3,", "0,0,99999999999,1"] {
            #expect(box.parse(Path(wrong)) == nil, "\(wrong)")
        }
    }

    @Test("a size is two sides that an output may have")
    func size() {
        let size = OptionValue<Size>.size
        #expect(size.parse(Path("300x200")) == Size(width: 300, height: 200))
        for wrong in ["300", "0x10", "10x2000", "10x", "x10", "-1x5", "1x2x3", ""] {
            #expect(size.parse(Path(wrong)) == nil, "\(wrong)")
        }
    }

    @Test("formats to accept are those that a caller may add")
    func formats() {
        #expect(OptionValue<Set<ImageFormat>>.formats.parse(Path("svg,pdf")) == [.svg, .pdf])
        for wrong in ["", "jp2", "svg,jp2", "jpeg", "svg pdf"] {
            #expect(OptionValue<Set<ImageFormat>>.formats.parse(Path(wrong)) == nil, "\(wrong)")
        }
    }

    @Test("a quality outside of 0 to 1 and words that are no numbers are refused")
    func quality() {
        let quality = OptionValue<Double>.decimal("Q", in: 0...1, expected: "")
        #expect(quality.parse(Path("0.97")) == 0.97)
        for wrong in ["1.01", "-0.1", "nan", "inf", "high", ""] {
            #expect(quality.parse(Path(wrong)) == nil, "\(wrong)")
        }
    }
}
