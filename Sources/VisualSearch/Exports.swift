// Whoever imports VisualSearch speaks in the values of these modules.
@_exported public import Imaging
@_exported public import SearchAPI
