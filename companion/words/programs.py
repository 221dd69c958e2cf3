"""What the operating system and the libraries say in their own words, for the catalogues.

It comes as a part of our sentences (`{path} could not be written ({error}).`), where `recognised`
finds it again. What does not stand here is shown as it came.
"""

from companion.words.text import mark

HERE = "companion/words/programs.py"
SYSTEM = (
    mark("Address already in use"),
    mark("Broken pipe"),
    mark("Cannot allocate memory"),
    mark("Cannot assign requested address"),
    mark("Connection refused"),
    mark("Connection reset by peer"),
    mark("Connection timed out"),
    mark("Device or resource busy"),
    mark("Directory not empty"),
    mark("Disk quota exceeded"),
    mark("File exists"),
    mark("File name too long"),
    mark("File too large"),
    mark("Input/output error"),
    mark("Invalid argument"),
    mark("Invalid cross-device link"),
    mark("Is a directory"),
    mark("No route to host"),
    mark("No space left on device"),
    mark("No such device"),
    mark("No such file or directory"),
    mark("Not a directory"),
    mark("Operation not permitted"),
    mark("Operation not supported"),
    mark("Permission denied"),
    mark("Read-only file system"),
    mark("Remote I/O error"),
    mark("Structure needs cleaning"),
    mark("Too many open files"),
    mark("Transport endpoint is not connected"),
    mark("[Errno {number}] {what}"),
    mark("[Errno {number}] {what}: '{path}'"),
)
"""`strerror` of glibc, and what Python makes of it."""
DATABASE = (
    mark("attempt to write a readonly database"),
    mark("database disk image is malformed"),
    mark("database is locked"),
    mark("database or disk is full"),
    mark("disk I/O error"),
    mark("file is not a database"),
    mark("unable to open database file"),
)
"""SQLite."""
DATA = (
    mark("Expected `{wanted}`, got `{found}`"),
    mark("Expected `{wanted}`, got `{found}` - at `{where}`"),
    mark("Input data was truncated"),
    mark("Invalid value {value}"),
    mark("Invalid value {value} - at `{where}`"),
    mark("JSON is malformed: {what} (byte {place})"),
    mark("Object contains unknown field `{field}`"),
    mark("Object contains unknown field `{field}` - at `{where}`"),
    mark("Object missing required field `{field}`"),
    mark("Object missing required field `{field}` - at `{where}`"),
    mark("invalid character"),
    mark("trailing characters"),
)
"""msgspec, of JSON that does not fit."""
