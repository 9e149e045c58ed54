extension Family {
    static let all = [
        shoes, bags, bottles, dresses, lamps, watches, mugs, books, chairs, tops, sunglasses, vases, hats,
    ]

    static let shoes = Family(
        prefix: "shoe", count: 18,
        styles: [
            Style(
                noun: "sneaker", category: "Fashion > Shoes > Sneakers", draw: Shoe.sneaker,
                materials: [.canvas, .leather, .suede, .knit], patterns: [.plain, .plain, .checks, .dots],
                prices: 49...129,
                details: [
                    "Low rubber sole with a fine stripe", "Padded collar, flat cotton laces",
                    "Reinforced heel and a roomy toe box",
                ], uses: ["long days in the city", "school runs, errands and weekends", "indoor courts"]),
            Style(
                noun: "ankle boot", category: "Fashion > Shoes > Boots", draw: Shoe.boot,
                materials: [.leather, .suede],
                prices: 89...219,
                details: [
                    "Stitched welt and a sturdy block heel", "Lined shaft, easy to pull on",
                    "Grippy sole that copes with rain",
                ], uses: ["wet autumn streets", "muddy walks", "a smart winter outfit"]),
            Style(
                noun: "pump", category: "Fashion > Shoes > Pumps", draw: Shoe.pump,
                materials: [.satin, .leather, .velvet], patterns: [.plain, .plain, .dots, .flowers], prices: 69...189,
                details: ["Slim heel of 8 cm", "Pointed toe, cushioned insole", "Softly curved top line"],
                uses: ["weddings", "the office, dinner or the theater", "dancing"]),
        ])

    static let bags = Family(
        prefix: "bag", count: 14,
        styles: [
            Style(
                noun: "tote bag", category: "Fashion > Bags > Totes", draw: Bag.tote,
                materials: [.canvas, .leather, .denim], patterns: [.plain, .stripes, .checks, .flowers, .zigzag],
                prices: 29...159,
                details: [
                    "Two leather handles with brass rivets", "Wide opening and an inner pocket",
                    "Fits a 13\" laptop and a water bottle",
                ], uses: ["markets", "books, groceries and gym clothes", "the beach"], tallness: 1.4),
            Style(
                noun: "backpack", category: "Fashion > Bags > Backpacks", draw: Bag.backpack,
                materials: [.canvas, .denim, .smooth], smooth: "recycled nylon",
                patterns: [.plain, .plain, .dots, .checks], prices: 39...149,
                details: [
                    "Front pocket with a covered zipper", "Padded straps and two side pockets",
                    "Main compartment holds 18 liters",
                ], uses: ["commuting", "day trips, school and travel", "cycling to work"], tallness: 1.5),
            Style(
                noun: "clutch", category: "Fashion > Bags > Clutches", draw: Bag.clutch,
                materials: [.leather, .satin, .velvet], patterns: [.plain, .plain, .argyle, .zigzag], prices: 45...249,
                details: [
                    "Magnetic flap with a gilded clasp", "Card slots inside, a mirror too", "Quilted lining",
                ], uses: ["evenings out", "receptions", "phone, keys and little else"]),
        ])

    static let bottles = Family(
        prefix: "bottle", count: 12,
        styles: [
            Style(
                noun: "glass bottle", category: "Food & Drink > Bottles > Syrups", draw: Bottle.glass,
                materials: [.glass], prices: 6...34,
                details: ["Paper label with an embossed seal", "Sealed cap, 0.75 l", "Recyclable glass"],
                uses: ["lemonade", "gifts, picnics and parties", "the dinner table"]),
            Style(
                noun: "water flask", category: "Sports > Hydration > Flasks", draw: Bottle.flask,
                materials: [.smooth, .metal], smooth: "powder-coated steel",
                patterns: [.plain, .plain, .stripes, .zigzag, .dots], prices: 14...45,
                details: [
                    "Double-walled steel, keeps tea hot for 12 hours", "Screw lid that never drips",
                    "Powder-coated grip",
                ], uses: ["hiking", "the gym, the office and the train", "school bags"]),
            Style(
                noun: "soap dispenser", category: "Home > Bath > Dispensers", draw: Bottle.dispenser,
                materials: [.ceramic], patterns: [.plain, .plain, .stripes, .marbled, .dots], prices: 9...39,
                details: ["Metal pump that doses well", "Refillable, 350 ml", "Wide neck, easy to clean"],
                uses: ["soap or lotion", "the guest bath", "a tidy kitchen sink"], tallness: 0.8),
        ])

    static let dresses = Family(
        prefix: "dress", count: 12,
        styles: [
            Style(
                noun: "summer dress", category: "Fashion > Dresses > Summer", draw: Dress.summer, stance: .lying,
                materials: [.linen, .smooth], smooth: "cotton poplin",
                patterns: [.flowers, .dots, .plain, .stripes, .checks], prices: 39...129,
                details: ["Thin straps and a swinging skirt", "Contrast waistband, side pockets", "Light, airy cloth"],
                uses: ["garden parties", "hot days by the sea", "café terraces"], turn: 5),
            Style(
                noun: "sheath dress", category: "Fashion > Dresses > Office", draw: Dress.sheath, stance: .lying,
                materials: [.knit, .smooth, .denim], smooth: "wool crêpe",
                patterns: [.plain, .plain, .stripes, .tartan], prices: 59...179,
                details: ["Round neck, fitted waist", "Knee-length, with a back slit", "Stretch lining"],
                uses: ["meetings", "the office, dinners and travel", "formal lunches"], turn: 5),
            Style(
                noun: "evening gown", category: "Fashion > Dresses > Evening", draw: Dress.gown, stance: .lying,
                materials: [.satin, .velvet], patterns: [.plain, .plain, .marbled], prices: 129...499,
                details: ["Floor-length skirt in deep folds", "Gathered waist, hidden zipper", "Crêpe-lined bodice"],
                uses: ["balls", "galas, premieres and proms", "a winter wedding"], tallness: 1.2, turn: 4),
        ])

    static let lamps = Family(
        prefix: "lamp", count: 12,
        styles: [
            Style(
                noun: "table lamp", category: "Home > Lighting > Table lamps", draw: Lamp.table,
                materials: [.ceramic], patterns: [.plain, .plain, .stripes, .marbled], prices: 39...189,
                details: ["Turned ceramic foot, linen shade", "Warm light, switch on the cord", "Brass fitting"],
                uses: ["bedside tables", "reading corners", "a cozy living room"], tallness: 1.4),
            Style(
                noun: "desk lamp", category: "Home > Lighting > Desk lamps", draw: Lamp.desk, materials: [.smooth],
                smooth: "lacquered steel",
                prices: 29...149,
                details: ["Jointed arm, head turns freely", "Heavy round base", "Takes an E14 bulb"],
                uses: ["desks", "sewing, drawing and late homework", "the workshop"], tallness: 1.3),
            Style(
                noun: "pendant lamp", category: "Home > Lighting > Pendants", draw: Lamp.pendant, stance: .hanging,
                materials: [.metal, .smooth], smooth: "lacquered aluminum", patterns: [.plain, .plain, .stripes],
                prices: 49...229,
                details: [
                    "Spun shade on a black textile cord", "Brass cap, white inside", "Cord of 1.5 m, can be cut",
                ],
                uses: ["dining tables", "kitchen islands", "high hallways"], tallness: 1.2),
            Style(
                noun: "floor lamp", category: "Home > Lighting > Floor lamps", draw: Lamp.floor, materials: [.linen],
                patterns: [.plain, .plain, .stripes, .dots], prices: 79...289,
                details: ["Tripod of solid wood", "Drum shade, soft light all round", "Foot switch"],
                uses: ["dark corners", "beside a sofa", "a reading chair"], tallness: 2.2),
        ])

    static let watches = Family(
        prefix: "watch", count: 12,
        styles: [
            Style(
                noun: "wristwatch", category: "Accessories > Watches > Classic", draw: Watch.round, stance: .lying,
                materials: [.leather, .canvas, .leather, .metal], patterns: [.plain, .plain, .stripes],
                prices: 79...459,
                details: [
                    "Round case, 38 mm", "Quartz movement, small seconds", "Mineral glass, water-resistant to 50 m",
                ],
                uses: ["every day", "suits and shirts", "a first job"], tallness: 0.9, turn: 28),
            Style(
                noun: "square watch", category: "Accessories > Watches > Square", draw: Watch.square, stance: .lying,
                materials: [.leather, .suede, .leather, .metal], prices: 99...389,
                details: ["Flat square case", "Stitched strap with a pin buckle", "Clear dial, slim hands"],
                uses: ["evenings", "collectors of old designs", "small wrists"], tallness: 0.9, turn: 28),
            Style(
                noun: "smartwatch", category: "Electronics > Wearables > Smartwatches", draw: Watch.smart,
                stance: .lying, materials: [.smooth], smooth: "soft silicone", prices: 119...349,
                details: ["Bright touch screen with activity rings", "Soft silicone band", "Battery lasts five days"],
                uses: ["running", "training, sleep and messages", "swimming"], tallness: 0.9, turn: 28),
        ])

    static let mugs = Family(
        prefix: "mug", count: 12,
        styles: [
            Style(
                noun: "mug", category: "Home > Kitchen > Mugs", draw: Mug.mug, materials: [.ceramic],
                patterns: [.plain, .plain, .stripes, .dots, .zigzag, .flowers], prices: 8...24,
                details: ["Glazed stoneware, 350 ml", "Big handle, fits four fingers", "Dishwasher-safe"],
                uses: ["coffee", "tea, cocoa and soup", "the office kitchen"], tallness: 0.55),
            Style(
                noun: "cup and saucer", category: "Home > Kitchen > Cups", draw: Mug.teacup, materials: [.ceramic],
                patterns: [.plain, .dots, .flowers, .stripes], prices: 12...38,
                details: ["Thin porcelain with a painted rim", "Saucer included", "Holds a double espresso"],
                uses: ["afternoon tea", "café crème", "visitors"], tallness: 0.45),
            Style(
                noun: "travel tumbler", category: "Home > Kitchen > Tumblers", draw: Mug.tumbler, materials: [.smooth],
                smooth: "bamboo fiber",
                patterns: [.plain, .plain, .checks, .dots], prices: 15...35,
                details: ["Cork sleeve and a tight lid", "Fits car cup holders", "Made from bamboo fiber"],
                uses: ["commuters", "take-away coffee", "long drives"], tallness: 0.75),
        ])

    static let books = Family(
        prefix: "book", count: 12,
        styles: [
            Style(
                noun: "hardcover novel", category: "Books > Fiction > Novels", draw: Book.hardcover, stance: .lying,
                materials: [.linen, .smooth], smooth: "coated paper", prices: 14...29,
                details: ["Cloth binding with a printed cover", "320 pages, sewn", "\"A quiet, luminous book\""],
                uses: ["rainy evenings", "holidays", "book clubs"], tallness: 0.9, turn: 14),
            Style(
                noun: "notebook", category: "Office > Paper > Notebooks", draw: Book.notebook, stance: .lying,
                materials: [.leather, .linen, .smooth], smooth: "coated card",
                patterns: [.plain, .plain, .checks, .flowers, .dots, .marbled],
                prices: 6...22,
                details: ["Cream paper, ruled, 160 pages", "Ribbon marker and rounded corners", "Opens flat"],
                uses: ["notes", "lists, sketches and diaries", "bullet journals"], tallness: 0.8, turn: 18),
            Style(
                noun: "book set", category: "Books > Sets > Collections", draw: Book.stack,
                materials: [.linen, .leather],
                prices: 35...89,
                details: ["Several volumes in matching cloth", "Gilded titles on the spines", "Boxed edition"],
                uses: ["shelves", "presents", "readers who \"have everything\""], tallness: 0.6),
        ])

    static let chairs = Family(
        prefix: "chair", count: 12,
        styles: [
            Style(
                noun: "dining chair", category: "Furniture > Seating > Dining chairs", draw: Chair.dining,
                materials: [.felt, .leather, .linen], patterns: [.plain, .plain, .checks, .stripes], prices: 69...229,
                details: ["Solid wood frame, upholstered seat", "Curved back", "Oiled by hand"],
                uses: ["dining rooms", "kitchens and bistros", "small flats"], tallness: 2),
            Style(
                noun: "armchair", category: "Furniture > Seating > Armchairs", draw: Chair.armchair,
                materials: [.velvet, .felt, .leather], patterns: [.plain, .plain, .tartan, .dots], prices: 189...690,
                details: ["Deep cushions, tapered legs", "Button-tufted back", "Removable covers"],
                uses: ["reading", "naps, films and long talks", "a bay window"], tallness: 1.9),
            Style(
                noun: "stool", category: "Furniture > Seating > Stools", draw: Chair.stool,
                materials: [.leather, .felt],
                prices: 35...119,
                details: ["Padded round seat", "Foot rail all round", "Stackable and light"],
                uses: ["kitchen counters", "extra guests", "studios"], tallness: 1.7),
            Style(
                noun: "shell chair", category: "Furniture > Seating > Shell chairs", draw: Chair.shell,
                materials: [.smooth], smooth: "molded polypropylene", prices: 59...179,
                details: ["Molded shell on beech legs", "Wipe-clean surface", "Steel cross-bracing"],
                uses: ["home offices", "dining tables", "waiting rooms"], tallness: 1.9),
        ])

    static let tops = Family(
        prefix: "top", count: 12,
        styles: [
            Style(
                noun: "T-shirt", category: "Fashion > Tops > T-shirts", draw: Top.shirt, stance: .lying,
                materials: [.smooth, .linen], smooth: "organic cotton jersey",
                patterns: [.plain, .plain, .stripes, .dots], prices: 15...39,
                details: ["Side seams, double-stitched hem", "Ribbed neck, straight cut", "Pre-washed, won't shrink"],
                uses: ["summer", "layering, sport or sleep", "every wardrobe"], turn: 6),
            Style(
                noun: "sweater", category: "Fashion > Tops > Sweaters", draw: Top.sweater, stance: .lying,
                materials: [.knit], patterns: [.plain, .stripes, .argyle, .zigzag], prices: 49...159,
                details: ["Lambswool, knitted in one piece", "Ribbed cuffs and hem", "Slightly wide sleeves"],
                uses: ["cold mornings", "cabins and ski huts", "the first frost"], turn: 6),
            Style(
                noun: "hoodie", category: "Fashion > Tops > Hoodies", draw: Top.hoodie, stance: .lying,
                materials: [.felt, .denim], patterns: [.plain, .plain, .plain, .checks], prices: 39...99,
                details: ["Brushed fleece inside", "Kangaroo pocket, drawstring hood", "Heavy cotton blend"],
                uses: ["campus", "training and travel", "lazy Sundays"], turn: 6),
        ])

    static let sunglasses = Family(
        prefix: "sunglasses", count: 12,
        styles: [
            glasses("round sunglasses", "Round", Sunglasses.round, patterns: [.plain, .plain, .marbled]),
            glasses("square sunglasses", "Square", Sunglasses.square, patterns: [.plain, .plain, .marbled, .stripes]),
            glasses("aviator sunglasses", "Aviator", Sunglasses.aviator, patterns: [.plain]),
            glasses("cat-eye sunglasses", "Cat-eye", Sunglasses.cat, patterns: [.plain, .plain, .marbled, .dots]),
        ])

    private static func glasses(
        _ noun: String, _ shelf: String, _ draw: @escaping @Sendable (Look) -> Drawing, patterns: [Pattern]
    ) -> Style {
        Style(
            noun: noun, category: "Accessories > Sunglasses > \(shelf)", draw: draw, stance: .lying,
            smooth: "polished acetate", patterns: patterns,
            prices: 25...169,
            details: ["UV400 lenses", "Acetate frame with spring hinges", "Comes with a case and a cloth"],
            uses: ["bright days", "driving, skiing and the beach", "festivals"], tallness: 0.4, turn: 12)
    }

    static let vases = Family(
        prefix: "vase", count: 14,
        styles: [
            Style(
                noun: "vase", category: "Home > Decor > Vases", draw: Vase.vase, materials: [.ceramic],
                patterns: [.plain, .plain, .stripes, .zigzag, .marbled], prices: 19...119,
                details: ["Hand-thrown, each one is different", "Glossy glaze, unglazed foot", "Watertight"],
                uses: ["dried grasses", "mantelpieces", "a single branch"], tallness: 1.2),
            Style(
                noun: "vase with flowers", category: "Home > Decor > Bouquets", draw: Vase.bouquet,
                materials: [.ceramic],
                prices: 29...79,
                details: ["Seven silk blossoms in a glazed vase", "Everlasting, no water needed", "Arranged by hand"],
                uses: ["dinner tables", "Mother's Day", "hallways, offices and cafés"], tallness: 1.3),
            Style(
                noun: "potted plant", category: "Home > Plants > Potted plants", draw: Vase.plant,
                materials: [.ceramic],
                prices: 12...69,
                details: ["Easy to keep, little water", "Pot included", "Cleans the air, or so they say"],
                uses: ["sunny sills", "forgetful gardeners", "desks"], colors: ["green"], tallness: 1.3),
        ])

    static let hats = Family(
        prefix: "hat", count: 14,
        styles: [
            Style(
                noun: "cap", category: "Fashion > Hats > Caps", draw: Hat.cap, materials: [.canvas, .denim, .suede],
                patterns: [.plain, .plain, .plain, .checks, .tartan], prices: 15...45,
                details: ["Curved brim, six panels", "Adjustable strap", "Embroidered badge"],
                uses: ["ball games", "sun, wind and bad hair days", "runs"], tallness: 0.55),
            Style(
                noun: "brimmed hat", category: "Fashion > Hats > Brimmed hats", draw: Hat.brimmed,
                materials: [.felt, .straw, .straw], prices: 35...129,
                details: ["Wide brim and a contrast band", "Shaped by hand over steam", "Packs without creasing"],
                uses: ["summer fêtes", "garden work", "the races"], tallness: 0.6),
            Style(
                noun: "beanie", category: "Fashion > Hats > Beanies", draw: Hat.beanie, materials: [.knit],
                patterns: [.plain, .plain, .stripes, .zigzag], prices: 15...49,
                details: ["Chunky knit with a turned cuff", "Merino blend, does not itch", "Warm over the ears"],
                uses: ["snow", "winter walks", "campfires"], tallness: 0.6),
            Style(
                noun: "bucket hat", category: "Fashion > Hats > Bucket hats", draw: Hat.bucket,
                materials: [.canvas, .denim], patterns: [.plain, .dots, .flowers, .checks], prices: 19...55,
                details: ["Stitched soft brim", "Fully lined", "Folds into a pocket"],
                uses: ["festivals", "fishing, hiking and beaches", "light rain"], tallness: 0.5),
        ])
}
