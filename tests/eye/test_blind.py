"""An eye for which a package is missing."""

import queue
import sys

from companion.eye.client import EyeClient
from companion.eye.config import EyeConfig
from hardware.eye_link import TeachBuild
from tests.support.notes import PATIENCE_S

WITHOUT_OPENCV = (
    "import sys; sys.modules['cv2'] = None; from companion.eye.__main__ import main; "
    "sys.exit(main(sys.argv[1:]))"
)


def test_without_opencv_it_says_so_once_stays_and_answers_what_it_is_asked():
    """One that died instead would be started again for ever, and nobody be told what is missing."""
    heard: queue.Queue = queue.Queue()
    told: queue.Queue = queue.Queue()
    client = EyeClient(
        EyeConfig(source="none"),
        heard.put,
        lambda ident, jpeg: None,
        on_teaching=told.put,
        command=(sys.executable, "-c", WITHOUT_OPENCV),
    )
    try:
        status = heard.get(timeout=PATIENCE_S)
        assert not status.ok
        assert "The package cv2 cannot be used" in status.text
        assert "cards are entered by phone" in status.text
        pid = client.pid
        client.teach(TeachBuild(ident=4, pictures=()))
        answer = told.get(timeout=PATIENCE_S)
        assert (answer.ident, answer.ok, "cv2" in answer.text) == (4, False, True)
        assert client.pid == pid
        assert heard.empty()
    finally:
        client.close()
