// The metrics of the store, the insertions, the uploads and the downloads.
extension Metric {
    static let indexItems = Metric("magpie_index_items", "Items in the store.")
    static let indexBytes = Metric("magpie_index_bytes", "Size of the store file in bytes.")
    static let insertsWaiting = Metric("magpie_inserts_waiting", "Accepted insertions that are not finished.")
    static let uploads = Metric("magpie_uploads", "Uploaded images in memory.")
    static let uploadBytes = Metric("magpie_upload_bytes", "Size of the uploaded images in bytes.")
    static let learningFailures = Metric(
        "magpie_learning_failures_total", "Failed runs of learning from the types in the background.", kind: .counter)
    static let learnings = Metric(
        "magpie_learning_runs_total", "Completed runs of learning from the types.", kind: .counter)
    static let learningSeconds = Metric(
        "magpie_learning_seconds_total", "Seconds of the completed runs of learning.", kind: .counter)
    static let memory = Metric(
        "magpie_memory_bytes",
        "Memory in bytes by what it is used for, as far as it is counted: the vectors and caches among it.")
    static let picturesToDescribe = Metric(
        "magpie_pictures_to_describe",
        "Pictures that are still to be described anew, where the store is of an earlier version.")
    static let searches = Metric(
        "magpie_searches_total", "Searches that were answered, by what they came with.", kind: .counter)
    static let emptySearches = Metric(
        "magpie_searches_without_hits_total", "Searches that found nothing, by what they came with.", kind: .counter)
    static let lostImpressions = Metric(
        "magpie_impressions_lost_total",
        "Recommended items that were shown and not recorded: too many for one address, or the disk is full.",
        kind: .counter)
    static let recordedSearches = Metric(
        "magpie_searches_recorded_total", "Searches that were recorded for the reports of 'magpie events'.",
        kind: .counter)
    static let lostSearches = Metric(
        "magpie_searches_lost_total",
        "Searches that were answered and not recorded: too many at once, or the file of events cannot be written.",
        kind: .counter)
    static let fetchFailures = Metric(
        "magpie_fetch_failures_total", "Failed image downloads, by reason.", kind: .counter)
}
