import Testing
@testable import PictureText
