"""One file with all that a bug report needs (docs/blackbox.md)."""

from companion.bundle.manifest import BundleError, Manifest
from companion.bundle.packing import Written, pack_bundle
from companion.bundle.reading import Bundle, is_bundle

__all__ = ["Bundle", "BundleError", "Manifest", "Written", "is_bundle", "pack_bundle"]
