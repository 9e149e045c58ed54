import CKernels

extension CurveProfile {
    // Safe: chosen once for this machine; a function pointer that is never nil.
    private static let convertRGB = unsafe ck_convert_rgb(CK_BEST)!

    /// The picture as RGB of a gamut; nil where the primaries are so far apart that they are an error.
    func converted(_ raster: Raster, to gamut: Recipe.Gamut) -> Raster? {
        guard raster.channels == 3 else { return gray(raster) }
        // The rows of the matrix from the lights of the profile to those of the gamut.
        let parts = columns.map { CodedSpace.Primaries.solution(gamut.columns, $0) }
        let matrix = (0..<3).flatMap { row in parts.map { Float($0[row] / 65535) } }
        guard matrix.allSatisfy({ abs($0) < 4 / 65535 }) else { return nil }
        let lights = lights.flatMap { $0.map { Float(($0 * 65535).rounded()) } }
        let curve = LevelCurve.sRGB
        return unsafe Raster(size: raster.size, channels: 3) { out in
            // Safe: tables as long as the kernel wants them, and as many pixels in as out.
            unsafe Self.convertRGB(
                lights, matrix, curve.cells, curve.levels, raster.bytes, out, raster.size.pixelCount)
        }
    }

    private func gray(_ raster: Raster) -> Raster {
        let levels = levels
        return unsafe Raster(size: raster.size, channels: 3) { out in
            // Safe: 256 levels; `out` has three bytes for each of the picture.
            unsafe ck_convert_gray(levels, raster.bytes, out, raster.size.pixelCount)
        }
    }
}

/// The curve of sRGB as the kernel wants it.
private struct LevelCurve {
    let cells: [UInt16]
    let levels: [UInt8]

    static let sRGB = LevelCurve()

    private init() {
        let edges = (0...CInt(CK_LIGHT_CELLS)).map { 255 * SRGB.coded(ck_cell_light($0)) }
        var cells = [UInt16](repeating: 0, count: 2 * Int(CK_CELL_ROOM))
        var levels = [UInt8](repeating: 0, count: Int(CK_LIGHT_STEPS))
        // Safe: an edge more than cells; the other arrays are as long as the kernel writes them.
        unsafe ck_level_curve(edges, &cells, &levels)
        (self.cells, self.levels) = (cells, levels)
    }
}

extension Recipe.Gamut {
    /// Red, green and blue as XYZ with the white of profiles, as the color engine has them: a color comes out the same,
    /// whichever of both converts it. The red of Display P3 lies a thousandth outside of them.
    fileprivate var columns: [SIMD3<Double>] {
        let columns: [SIMD3<Double>] =
            switch self {
            case .sRGB: [[0x6F94, 0x38EE, 0x0390], [0x62A5, 0xB790, 0x18DE], [0x249D, 0x0F83, 0xB6BE]]
            case .displayP3: [[0x83DF, 0x3DBF, 0x0000], [0x4ABF, 0xB137, 0x0AB5], [0x2838, 0x110A, 0xC878]]
            }
        return columns.map { $0 / 65536 }
    }

    /// The profile that tells of Display P3; empty for sRGB, which needs none. Its curve is exact at each of the 256
    /// levels.
    var profile: [UInt8] {
        self == .sRGB ? [] : CodedSpace.sRGB.profile(columns: columns, entries: 256, name: "Display P3")
    }
}
