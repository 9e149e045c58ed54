// Whoever imports SearchClient speaks in the values of these modules.
@_exported public import Imaging
@_exported public import ViSearchAPI
