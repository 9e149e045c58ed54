import CKernels
import CVipsShim

extension Raster {
    /// The raster as RGB in sRGB, or in the space of `profile` when that is to be kept, or in Display P3 where a profile
    /// tells of other colors than those of sRGB.
    ///
    /// A profile that does not fit the channels, or that the color engine refuses, is ignored: gray and RGB are then
    /// sRGB, CMYK is converted with a generic profile.
    func converted(
        profile: [UInt8]?, keepsProfile: Bool, gamut: Recipe.Gamut = .sRGB
    ) throws(ImageError) -> (raster: Raster, gamut: Recipe.Gamut) {
        // Gray has no colors that sRGB lacks.
        let gamut = channels == 1 ? .sRGB : gamut
        if let profile, ColorProfile.isNeeded(profile, channels: channels, keepsProfile: keepsProfile) {
            if let curves = CurveProfile(profile, channels: channels), let raster = curves.converted(self, to: gamut) {
                return (raster, gamut)
            }
            do throws(ImageError) {
                return (try convert(through: profile, to: gamut), gamut)
            } catch {
                // A profile that is refused is no reason to refuse the picture; no color engine, or no memory, is one.
                if case .missingLibrary = error { throw error }
                if error == .outOfMemory(.color) { throw error }
            }
        }
        switch channels {
        case 3: return (self, .sRGB)
        case 1: return (grayToRGB(), .sRGB)
        default: return (try convert(through: nil, to: .sRGB), .sRGB)
        }
    }

    /// Returns true if an output can embed the profile, which requires that the pixels stayed in its space.
    static func canKeep(_ profile: [UInt8], channels: Int) -> Bool {
        channels == 3 && ColorProfile(profile)?.space == .rgb
    }

    /// Converts with the color engine.
    func convert(through profile: [UInt8]?, to gamut: Recipe.Gamut) throws(ImageError) -> Raster {
        var message = MessageBuffer()
        let space: cvs_space = channels == 1 ? .gray : channels == 3 ? .rgb : .cmyk
        return try unsafe Raster(size: size, channels: 3) { out throws(ImageError) in
            let profile = profile ?? []
            // Safe: `out` has three bytes per pixel; the shim copies the profile.
            let code = unsafe message.with { text in
                unsafe bytes.withUnsafeBufferPointer { pixels in
                    unsafe profile.withUnsafeBufferPointer { block in
                        unsafe cvs_convert(
                            pixels.baseAddress!, CInt(size.width), CInt(size.height), space,
                            block.isEmpty ? nil : block.baseAddress, block.count,
                            gamut == .displayP3 ? .displayP3 : .sRGB, out, text)
                    }
                }
            }
            if code == .noLibrary { throw ImageError.missingVips(message.text) }
            if code == .noMemory { throw ImageError.outOfMemory(.color) }
            if code != .ok { throw ImageError.internal(stage: .color, detail: message.text) }
        }
    }

    private func grayToRGB() -> Raster {
        unsafe Raster(size: size, channels: 3) { out in
            // Safe: `out` has three bytes for each of ours.
            unsafe bytes.withUnsafeBufferPointer { unsafe ck_gray_to_rgb($0.baseAddress!, out, size.pixelCount) }
        }
    }
}

extension ColorProfile {
    /// True for a profile that fits the channels and says more than sRGB does, unless color may stay in its space.
    static func isNeeded(_ profile: [UInt8], channels: Int, keepsProfile: Bool) -> Bool {
        guard let described = ColorProfile(profile), !described.isSRGB else { return false }
        return switch described.space {
        case .rgb: channels == 3 && !keepsProfile
        case .gray: channels == 1
        case .cmyk: channels == 4
        case .other: false
        }
    }
}
