/// The images of a sequence, prepared in their order, for `for await`.
///
///     for await result in Batch().prepared(photos, as: Recipe(.fit(512))) { … }
///
/// As many images are under way as the batch has workers, and only so many ahead of the loop: a million images need no
/// more memory than a hundred. A loop that ends early, or whose task is cancelled, cancels the running ones.
struct PreparedImages<Inputs: Sequence & Sendable>: AsyncSequence, Sendable where Inputs.Element == ImageInput {
    /// The result for one input: the prepared image, or its error.
    typealias Element = Result<Prepared, ImageError>
    /// The failure of the sequence itself, which never throws; the error of an image is an element.
    typealias Failure = Never

    let inputs: Inputs
    let recipe: Recipe
    let limits: Limits
    let workers: Int

    /// Creates an iterator, which begins to prepare images when its first result is requested.
    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(inputs.makeIterator(), workers: workers, recipe, limits)
    }

    /// An iterator that prepares images ahead of its caller.
    final class AsyncIterator: AsyncIteratorProtocol {
        private var inputs: Inputs.Iterator
        private var underWay: [Task<Element, Never>] = []
        private let workers: Int
        private let recipe: Recipe
        private let limits: Limits

        init(_ inputs: Inputs.Iterator, workers: Int, _ recipe: Recipe, _ limits: Limits) {
            self.inputs = inputs
            self.workers = workers
            self.recipe = recipe
            self.limits = limits
        }

        deinit { for task in underWay { task.cancel() } }

        /// The result of the next image; nil at the end.
        func next(isolation actor: isolated (any Actor)?) async -> Element? {
            while underWay.count < workers, !Task.isCancelled, let input = inputs.next() {
                let (recipe, limits) = (recipe, limits)
                underWay.append(
                    Task {
                        do throws(ImageError) {
                            return .success(try await input.prepared(as: recipe, limits: limits))
                        } catch {
                            return .failure(error)
                        }
                    })
            }
            guard !underWay.isEmpty else { return nil }
            let first = underWay.removeFirst()
            return await withTaskCancellationHandler {
                await first.value
            } onCancel: {
                first.cancel()
            }
        }

        /// The result of the next image; nil at the end.
        func next() async -> Element? { await next(isolation: #isolation) }
    }
}

extension Batch {
    /// Prepares images for a task, one after the other, in the order of the inputs. One bad image is a failure of its
    /// own and never ends the others.
    ///
    ///     for await result in Batch().prepared(photos, as: Recipe(.fit(512))) { … }
    ///
    /// As many images are under way as the batch has workers, and only so many ahead of the loop: a million images need
    /// no more memory than a hundred. A loop that ends early, or whose task is cancelled, cancels what is under way.
    public func prepared<Inputs: Sequence<ImageInput> & Sendable>(
        _ inputs: Inputs, as recipe: Recipe = Recipe(.fit(512)), limits: Limits = Limits()
    ) -> some AsyncSequence<Result<Prepared, ImageError>, Never> & Sendable {
        PreparedImages(inputs: inputs, recipe: recipe, limits: limits, workers: workers)
    }
}
