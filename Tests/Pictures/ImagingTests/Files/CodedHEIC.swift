import Foundation

/// A HEIC of 96 x 64 pixels by libheif and x265, of a photo: 4:2:0, matrix 6, the whole range.
enum CodedHEIC {
    static let photo = [UInt8](
        Data(
            base64Encoded:
                "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUJtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAA"
                + "AAAAAAAAAA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFmAAEAAAAAAAABmgAAACNpaW5mAAAAAAABAAAA"
                + "FWluZmUCAAAAAAEAAGh2YzEAAAAAwmlwcnAAAACkaXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEA"
                + "GEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoDCBBZbqSSmubgQEDAgAAAMACAAA"
                + "AwAIQCIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAGAAAABAAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEA"
                + "AQOBAoMAAAGibWRhdAAAAZYoAa8LYMR/EWyYuiUcY/oDpsOsTAgGbYO/A4vDUvh51ZOCLZZwbhTFr6nGHxczBnNsMqqg"
                + "2Vf6dTiIvrZgwHdc0MYwUv3GI/YhOa72pAp7ngIy0HG4eJ9le2TiZGQZtqmDBoZ6X6RrOfzQTmEZDNnTJOuLtHTYYL0z"
                + "w9R8aNaio1AgBeVwEbG9XctCDo4BCv2i/ERTP5s16xgdgNg+l/GYJ4GuyUJ4jbTOovt2acFWEZ7l0lDS1Ytr+IyCfCQE"
                + "ABoxJLGuNc/qvy+Ea6EVLzYkFlYBQWMjZVF+IG7e+2cAqahefT4UgamN/QEwUNm23faJ+xYmx7Pw7UPp6cnzOwiO3+LS"
                + "w6bOg4TMgaK1ectCn7mKpbcLVjjFu0BHovB24mSvQAp809ujpFcf0x6BSOWisxYVMTGEGDtaLCn1ybAZIrAWOEwEKgBz"
                + "/O+Xq4EgNnN662sleZHpheUHhP7uEU6GcvUhJq8jBq1ZPUMPbrHm7zQ2JEttgtvUn/a/jKbA5Tcae+jpDcidBjPiSGs1"
                + "O3T0ZgUzKKgc")!)
}
