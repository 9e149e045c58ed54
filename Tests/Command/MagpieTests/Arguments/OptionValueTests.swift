import Testing
import VisualSearch

@testable import magpie

@Suite("Values of options")
struct OptionValueTests {
    @Test("a box is two corners, in order")
    func box() {
        let box = OptionValue<Box>.box
        #expect(box.parse(Path("10,20,110,220")) == Box(left: 10, top: 20, width: 100, height: 200))
        #expect(box.parse(Path("-5,0,5,5")) == Box(left: -5, top: 0, width: 10, height: 5))
        let far = ["-9223372036854775808,0,1,1", "0,0,9223372036854775807,1", "0,0,99999999999,1"]
        for wrong in ["", "1,2,3", "1,2,3,4,5", "5,0,1,9", "a,b,c,d", "1,2,3,", "7,7,7,7", "7,0,7,9"] + far {
            #expect(box.parse(Path(wrong)) == nil, "\(wrong)")
        }
    }

    @Test("a size is two sides that an output may have")
    func size() {
        let size = OptionValue<Size>.size
        #expect(size.parse(Path("300x200")) == Size(width: 300, height: 200))
        for wrong in ["300", "0x10", "10x16385", "10x", "x10", "-1x5", "1x2x3", ""] {
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

    @Test("colors have six digits, three or a name")
    func color() {
        let color = OptionValue<RGB>.color
        #expect(color.parse(Path("#B8482a")) == RGB(red: 184, green: 72, blue: 42))
        #expect(color.parse(Path("fff")) == .white)
        #expect(color.parse(Path("Red")) == RGB(red: 255, green: 0, blue: 0))
        for wrong in ["", "#", "ffff", "##fff", "reddish", "ggg", "é"] {
            #expect(color.parse(Path(wrong)) == nil, "\(wrong)")
        }
    }

    @Test("a value in another unit is answered with the one that was meant")
    func meant() {
        #expect(OptionValue<Double>.decimal("Q", in: 0...1, expected: "").meant("85") == "0.85")
        #expect(OptionValue<Double>.decimal("Q", in: 0...9, expected: "").meant("85") == nil)
        #expect(OptionValue<Int>.word(["fast": 1, "high": 2]).meant("hihg") == "high")
        #expect(OptionValue<Int>.word(["jpeg": 1], also: ["jpg": 1]).parse(Path("jpg")) == 1)
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
