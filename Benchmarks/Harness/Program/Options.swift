import Foundation

/// The parts to measure, in the order of `all`: memory first, while this process is still small.
enum Part: String, CaseIterable {
    case memory, prep, quality, stages
}

/// The words after `benchmarks`.
struct Options {
    var parts: [Part]
    var folder: String
    var rounds = 5
    var repeats = 5
    var jobs = 2
    /// Contenders whose names contain one of these; everyone when empty.
    var only: [String] = []
    var pillow = "python3"
    var pillowSIMD: String?
    var json: String?
    /// Compares the measurements with the project's own limits.
    var printsGoals = false

    init(_ words: [String]) throws(UsageError) {
        guard let name = words.first, name == "all" || Part(rawValue: name) != nil else {
            throw UsageError(
                "name what to measure: prep, quality, stages, memory, match, copies, boxes, queries, discover, learn, "
                    + "suggest, phrases, text, recommend, visits, steps or all")
        }
        parts = Part(rawValue: name).map { [$0] } ?? Part.allCases
        folder = ""
        var rest = words.dropFirst()
        while let word = rest.popFirst() {
            guard word.hasPrefix("--") else {
                guard folder.isEmpty else { throw UsageError("one folder at a time; '\(word)' is one too many") }
                folder = word
                continue
            }
            if word == "--goals" {
                printsGoals = true
                continue
            }
            guard let value = rest.popFirst() else { throw UsageError("\(word) needs a value") }
            switch word {
            case "--rounds": rounds = try Options.count(value, of: word)
            case "--repeat-list": repeats = try Options.count(value, of: word)
            case "--jobs": jobs = try Options.count(value, of: word)
            case "--only": only += value.split(separator: ",").map(String.init)
            case "--pillow": pillow = value
            case "--pillow-simd": pillowSIMD = value
            case "--json": json = value
            default: throw UsageError("unknown option \(word)")
            }
        }
        guard !folder.isEmpty else { throw UsageError("name a folder of JPEG photos") }
    }

    private static func count(_ text: String, of option: String) throws(UsageError) -> Int {
        guard let number = Int(text), (1...1000).contains(number) else {
            throw UsageError("\(option) takes a number from 1 to 1000, not '\(text)'")
        }
        return number
    }
}

/// Words that make no sense.
struct UsageError: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

let help = """
    How fast, how good and how large Magpie is, beside other tools and beside the floor.

    USAGE
      swift run -c release benchmarks PART FOLDER [options]

    PARTS (FOLDER holds JPEG photos, also in folders inside it)
      prep      whole folders through 'magpie prep' and 'magpie colors', vipsthumbnail, Pillow, pillow-simd and the
                floor: CPU and wall time, images/s, peak memory. Contenders take turns, in another order each round;
                figures are medians. CPU is user and system time of the whole process. Then the eight largest
                photos as PNG and WebP, beside decoding them and nothing else.
      quality   PSNR and SSIM of every contender's pictures against a full decode with Lanczos3, at libjpeg's
                quality 100 so that the encoder does not hide the resize; photos of 5.5 megapixels and more
      stages    CPU time of each stage inside this process: read, inspect, decode, resize, turn, color, encode
      memory    peak memory of the command, and resident memory after each of several rounds in one process
      all       the four of them

    swift run -c release benchmarks match [--count N]... [options]
      the nearest of N clustered vectors (default 100000), made by the benchmark: time of a query, recall@10 against
      float32, memory and build, beside faiss, hnswlib and usearch with one thread each. Options: --python PYTHON with
      some of these (default: none), --only A,B, --queries N (default 200), --rounds N, --json FILE

    swift run -c release benchmarks copies LABELS.csv [--hard [--parts] [--limit N] [--distractors FOLDER]...]
        [--json] [--jobs N]
      whether pictures of the gallery of LABELS.csv (as magpie eval takes it) find themselves after rotation, cropping,
      brightness changes, downscaling and strong compression; with --hard up to 250 of them after each of eight changes:
      half cut off, mirrored, turned, covered, framed, filtered, compressed, pasted into another. uAP is the micro average
      precision: one ranking of all pairs by score, over all copies. --distractors adds pictures that are no originals;
      normalized subtracts from each score the mean similarity of the ten nearest of every second one of them, which then
      do not lie in the gallery. --parts searches parts and turns and proves by pixels, as magpie search --copies does,
      and counts what is proven wrongly, also for the queries of LABELS.csv, which are no copies. --limit changes so many

    swift run -c release benchmarks boxes FILE [--types COLUMN] [--json] [--jobs N]
      object detection. FILE is a CSV file with the columns file, x, y, w, h (shares of the sides) and optionally
      source_file, or a list of scenes as in samples/scenes.json. An object is found when its intersection over union
      with a box is 0.5 or more. Columns: found (recall of at most 10 boxes with high sensitivity), shown (recall at the
      default settings of discover, five boxes with a score of 0.3), boxes (mean boxes per picture at these settings),
      right (precision of these boxes; a second box on the same object does not count), R@1 (share of objects whose
      source_file comes first in the gallery of labels.csv in the same folder; missed objects count as failures). With
      --types, a column of labels.csv, JSON also has typed (found objects), type_right and type_wrong (shares with the
      right type and with a wrong one, after learning; the picture that an object comes from has no vote) and the same by
      look alone. A kind is the letters that file names begin with, or their folder. In coco pictures, only objects of at
      least 3 % of the picture count

    swift run -c release benchmarks queries QUERIES.csv --catalog FILE|--store FILE [--class-field FIELD] [--json]
      search by words on the items of a store, or of a catalog file without pictures. QUERIES.csv has the columns query
      and one of id, file and class: a relevant item, or the value that the relevant items have in FIELD (default class);
      a query with several relevant items has several rows. The optional columns kind (exact, paraphrase, typo) and split
      are reported apart. Rankings: plain is SQLite's bm25() over all texts, any word, without stems; all is the search as
      it is; thesaurus is the same without what the store has learned, and learned the same without the thesaurus.
      nDCG@10: every relevant item gains 1; MRR: up to rank 100; nothing: queries without a hit

    swift run -c release benchmarks discover [--items N] [--rounds N] [--json FILE]
      every object in the scenes of samples/, five at a time, in a catalog of N items (default 100000)

    swift run -c release benchmarks learn [--items N] [--rounds N]
      learning from the types of a catalog of N items (default 100000), and searches before and after

    swift run -c release benchmarks listings [--items N] [--rounds N]
      facets, variants and diverse hits in a catalog of N items (default 100000)

    swift run -c release benchmarks homes HOST:PORT [--items N] [--index hnsw|flat] [--keep]
      a store file beside the Milvus server at HOST:PORT: inserts, memory, searches with filters, facets, of N items
      (default 100000); --keep leaves them in Milvus, for Benchmarks/EndToEnd/Homes/servers.py

    swift run -c release benchmarks rules [--items N] [--rounds N]
      searches by words in a catalog of N items (default 100000) with 50,000 rules of merchandisers, and without them

    swift run -c release benchmarks searches [--items N] [--rounds N]
      recording 250,000 searches of a catalog of N items (default 100000), and the report on them with 1,000,000 events

    swift run -c release benchmarks suggest [--items N] [--rounds N]
      suggestions for what is typed letter by letter, in a catalog of N items (default 100000) with made-up titles

    swift run -c release benchmarks phrases [--items N] [--rounds N]
      the conditions in typed phrases, read in a catalog of N items (default 100000) with made-up values

    swift run -c release benchmarks visits [--items N] [--events N] [--seed N]
      recommendations from simulated visits: hit rates and planted pairs on a small shop; counting of N events (default
      1000000; 0 leaves it out) of N items (default 100000), and answers

    swift run -c release benchmarks text FOLDER [--items N]
      ranking by words and misspellings through the engine: FOLDER holds cranfield/ (documents.json, queries.json,
      judgments.json) and typos/aspell.dat; what is missing is skipped. --items times inserting and searching as well

    swift run -c release benchmarks recommend FOLDER [--items N]
      recommendations against the links that people made in a shop: FOLDER holds catalog/magento and retrieval/.
      --items times answers in a catalog of N items instead of reading FOLDER

    swift run -c release benchmarks steps FOLDER [--addresses N] [--rounds N]
      steps through N addresses (default 1000000): FOLDER holds mt_pref_all.csv, mt_city_all.csv, mt_town_pref30.csv and
      mt_rsdtdsp_rsdt_pref30.csv of the Address Base Registry, which are multiplied

    OPTIONS
      --rounds N          rounds of prep and memory (default 5)
      --repeat-list N     the list of photos N times over, so that starting a program does not count (default 5)
      --jobs N            workers of each contender that lets us choose (default 2)
      --only A,B          contenders whose names contain A or B
      --pillow PYTHON     an interpreter with Pillow (default python3)
      --pillow-simd PYTHON  an interpreter with pillow-simd (default: none, or python3 where it has that): for example
                          python3 -m venv simd && simd/bin/pip install pillow-simd
      --json FILE         write everything measured as JSON
      --goals             also compare with the limits that the project sets itself (of match too)

    The first build of the package in release takes some minutes. A rival that is not installed is skipped, and said to be. The floor is Benchmarks/Rivals/Floor: libjpeg-turbo's scaled
    decode, a box shrink and libjpeg-turbo's encoder, nothing else. Recorded runs are in Benchmarks/Results, made by
      swift run -c release benchmarks all FOLDER --json Benchmarks/Results/NAME.json

    EXAMPLES
      swift run -c release benchmarks prep ~/Pictures
      swift run -c release benchmarks prep ~/Pictures --only magpie-512,floor-512 --rounds 9
      swift run -c release benchmarks all ~/Pictures --pillow-simd ~/simd/bin/python --json run.json
    """
