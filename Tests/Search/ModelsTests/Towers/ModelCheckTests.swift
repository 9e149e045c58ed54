import Foundation
import TestSupport
import Testing

@testable import Models

@Suite(
    "The check of a model", .timeLimit(.minutes(15)),
    .enabled(if: InstalledRuntime.runtime != nil, "\(InstalledRuntime.reason)"))
struct ModelCheckTests {
    private let settings = ModelSettings(runtime: InstalledRuntime.library)

    @Test("a sound model is plausible, with the times of its towers")
    func sound() throws {
        let model = try WrittenModel.transformers(["vision_model": ModelBytes.means()])
        let check = try ModelCheck(folder: model.folder.url, settings)
        #expect(check.isPlausible, "\(check.comparisons)")
        let tower = try #require(check.picture)
        #expect(tower.dimensions == 3 && tower.times[1] != nil && tower.times.values.allSatisfy { $0 > 0 })
        #expect(tower.times.keys.contains(tower.bestThreads) && tower.opening > 0 && tower.resident == nil)
        let identity = try model.read().identity()
        #expect(check.text == nil && check.identity == "model \(identity)")
    }

    @Test("a model that gives one vector for everything is not plausible")
    func constant() throws {
        let graph = ModelBytes.means(
            last: [
                ModelBytes.node("Mul", ["means", "zero"], ["nothing"]),
                ModelBytes.node("Add", ["nothing", "one"], ["image_embeds"]),
            ],
            tensors: [ModelBytes.tensor("zero", [1], floats: [0]), ModelBytes.tensor("one", [1], floats: [1])])
        let model = try WrittenModel.transformers(["vision_model": graph])
        let check = try ModelCheck(folder: model.folder.url, settings)
        #expect(!check.isPlausible)
        let names = check.comparisons.filter { !$0.isPlausible }.map(\.name)
        #expect(names == ["a picture and its mirror image", "two different pictures"])
    }

    @Test("the number of threads is the smallest one whose time is near the least")
    func threads() {
        let tower = ModelCheck.Tower(dimensions: 1, opening: 0, resident: nil, times: [1: 10, 2: 6.2, 4: 6, 8: 7])
        #expect(tower.bestThreads == 2)
    }
}
