// Tests draw random numbers from SplitMix.
@_exported public import ImageTypes
