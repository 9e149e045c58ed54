func dominantColors(of rgb: Span<UInt8>, size: Size, count: Int, ignoringBackground: Bool) -> [DominantColor] { [] }
