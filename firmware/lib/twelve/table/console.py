"""The table's mind: presses, time and bytes go in; game, lights and bytes come out.

One button plays everything: a click rolls or steps, a hold takes, a long hold opens the menu.
Sans-I/O: the owner of the loop calls :meth:`Console.tick` with the time and what has come in.
"""

import gc

from ..base.compat import bytes_of, const
from ..base.errors import Refusal
from . import gestures, menu
from .chooser import Chooser
from .keeper import Keeper
from .line import Line
from .menu import Choices, Menu
from .scenes import catalog as scenes
from .scenes import common
from .scenes.frame import Frame

_SHARE_WAIT_MS = const(500)  # for the host's share of the nonce
_FRAME_MS = const(20)  # at most 50 frames a second


class Console:
    """One table. ``settings`` has boards, strip, hold_ms, long_ms, debounce_ms and name.

    After a tick ``frame`` holds the lights as palette indices, and ``line`` the bytes to send.
    """

    def __init__(self, identity, journal, files, settings, about: tuple, now_ms: int):
        self.identity = identity
        self.journal = journal
        self.choices = Choices(files)
        # Code is the largest thing on the heap: the likely game's comes first, in one piece.
        scenes.scene(self.choices.game)
        gc.collect()
        self.keeper = Keeper(identity, journal)
        self.frame = Frame(settings.boards, settings.dice_strip)
        self.button = gestures.Button(settings.debounce_ms, settings.hold_ms, settings.long_ms)
        self._remote_off()
        self.line = Line(self, settings, about, now_ms)
        self.menu = None
        self.chooser = None
        self._pressed_in_show = False
        self._show = None  # (scene module, before, action, after)
        self._show_from_ms = self._show_ms = 0
        self._rest_from_ms = now_ms
        self._drawn_ms = -_FRAME_MS
        self._starting = None  # (request, press time, deadline, what to call when it is done)
        self.say = identity.notice or self.keeper.resume(now_ms)
        self._rest(now_ms)

    def _remote_off(self) -> None:
        """Forget the press of the button on the page: whoever held it is gone."""
        self.remote = gestures.Button(0, self.button.hold_ms, self.button.long_ms)
        self.remote_level = False

    # -- time ----------------------------------------------------------------------------------
    def tick(self, now_ms: int, received: bytes) -> None:
        """Let time pass and take the bytes that came over the line."""
        self.line.receive(received, now_ms)
        if self.remote_level and not self.line.session.open:
            self._remote_off()
        self.press(self.remote, self.remote_level, now_ms)
        if self._starting is not None and now_ms >= self._starting[2]:
            self._start(b"", now_ms)
        if self._show is not None and now_ms - self._show_from_ms >= self._show_ms:
            self._rest(now_ms)
        self.keeper.tick(now_ms)
        if now_ms - self._drawn_ms >= _FRAME_MS:
            self.draw(now_ms)
        self.line.tick(now_ms)

    # -- the button ----------------------------------------------------------------------------
    def press(self, button, level: bool, now_ms: int) -> None:
        """Take a sample of a button: the real one or the one on the page."""
        event = button.sample(level, now_ms)
        if event == gestures.NONE:
            return
        if event == gestures.DOWN:
            self._pressed_in_show = self._show is not None
            self.draw(now_ms)  # the first light answers the edge, not the next frame
        elif event != gestures.UP:
            self.identity.stir(b"press %d" % now_ms)
            self.gesture(event, now_ms, self._pressed_in_show)

    def gesture(self, gesture: int, now_ms: int, in_show=None) -> None:
        """Do what a whole gesture means now; ``in_show``: it began while a show was running."""
        if in_show is None:
            in_show = self._show is not None
        try:
            if gesture == gestures.LONG:
                self._rest(now_ms)
                self.menu = None if self.menu else Menu(self.choices, self.keeper)
            elif in_show:
                self._rest(now_ms)
            elif self.menu:
                self._in_menu(gesture, now_ms)
            elif not self.keeper.running:
                if gesture == gestures.HOLD or self.keeper.play is None:
                    self.begin(self.choices.request(), now_ms, None)
            else:
                self._in_game(gesture, now_ms)
            self.say = ""
        except (Refusal, OSError, ValueError) as error:
            self.say = str(error)
        self.line.changed()

    def turn(self, steps: int, now_ms: int) -> None:
        """Take steps of the encoder: the cursor moves both ways."""
        if self.menu:
            self.menu.step(steps)
        elif self._show is not None:
            self._rest(now_ms)
        elif self.chooser is not None:
            self.chooser.step(steps)
            self._rest_from_ms = now_ms
        self.line.changed()

    def _in_game(self, gesture: int, now_ms: int) -> None:
        game, state = self.keeper.play.game, self.keeper.play.state
        if gesture == gestures.CLICK:
            action = game.click(state)
            if action is None:
                self.turn(1, now_ms)
                return
        else:
            action = game.hold(state) or self.chooser.take()
        if action is not None:
            self.act(action, now_ms)

    def _in_menu(self, gesture: int, now_ms: int) -> None:
        if gesture == gestures.CLICK:
            self.menu.step(1)
            return
        entry, at = self.menu.entry, self.menu.at
        if self.choices.value(entry):
            self.choices.turn(entry)
            self.menu = Menu(self.choices, self.keeper)
            self.menu.step(min(at, len(self.menu.entries) - 1))
            return
        self.menu = None
        if entry == menu.TAKE_BACK:
            self.undo(now_ms)
        elif entry == menu.HINT:
            self._hint()
        elif entry == menu.NEW_GAME:
            self.begin(self.choices.request(), now_ms, None)
        elif entry == menu.CLOSE:
            self.keeper.close(now_ms)

    def _hint(self) -> None:
        play = self.keeper.play
        action, why = play.game.advice(play.state)
        if self.chooser is not None and action in self.chooser.stops:
            self.chooser.at = self.chooser.stops.index(action)
        self.say = why

    # -- what happens to the game: by button and by line alike ------------------------------------
    def act(self, action: str, now_ms: int, given=None) -> None:
        """Take an action: journal first, then lights and line. Raises Refusal, OSError."""
        before, after = self.keeper.act(action, now_ms, given)
        scene = scenes.scene(self.keeper.play.game.name)
        self._show = (scene, before, action, after)
        self._show_ms = scene.show_ms(before, action, after)
        self._show_from_ms = now_ms
        self.menu = self.chooser = None
        self.line.changed()

    def undo(self, now_ms: int) -> None:
        """Take the last action back. Raises Refusal, OSError."""
        self.keeper.undo(now_ms)
        self._rest(now_ms)

    def begin(self, request: dict, now_ms: int, done) -> None:
        """Begin a new game: commit to its secret now, start it once the nonce is known.

        ``done(code, text)`` is called when the first records are written (code "") or could not
        be. Raises Refusal, OSError.
        """
        if self._starting is not None:
            raise Refusal("busy", "another game is just about to start")
        self.keeper.check_new(request)
        commit = self.keeper.draw_secret()
        wait_ms = _SHARE_WAIT_MS if self.line.commit(commit) else 0
        self._starting = (request, now_ms, now_ms + wait_ms, done)
        if not wait_ms:
            self._start(b"", now_ms)

    def share(self, text: str, now_ms: int) -> None:
        """Take the host's share of the nonce of the game that is about to start."""
        if self._starting is not None and len(text) == 16:
            self._start(bytes_of(text), now_ms)

    def _start(self, share: bytes, now_ms: int) -> None:
        request, pressed_ms, _, done = self._starting
        self._starting = None
        share = (pressed_ms & 0xFFFFFFFF).to_bytes(4, "big") + share
        code = text = ""
        try:
            self.keeper.start(request, share, now_ms)
        except (OSError, ValueError) as error:
            code, text = "busy", str(error)
            self.say = text
        self.menu = None
        self._rest(now_ms)
        if done is not None:
            done(code, text)

    def _rest(self, now_ms: int) -> None:
        """End any show: the lights wait for a person, with a fresh cursor."""
        self._show = None
        self._rest_from_ms = now_ms
        play = self.keeper.play
        self.chooser = Chooser(play.game, play.state) if self.keeper.running else None
        self.line.changed()

    # -- what can be seen ------------------------------------------------------------------------
    @property
    def cursor(self):
        """What a hold would take, in words; None where it would take nothing."""
        if self.menu:
            return "menu " + self.menu.entry
        if not self.keeper.running:
            return menu.NEW_GAME
        play = self.keeper.play
        held = play.game.hold(play.state)
        if held:
            return held
        return self.chooser.cursor if self.chooser else None

    @property
    def in_show(self) -> bool:
        """Whether a show is running, which a press would skip."""
        return self._show is not None

    def draw(self, now_ms: int) -> None:
        """Draw the lights of this moment into the frame."""
        self._drawn_ms = now_ms
        frame, play = self.frame, self.keeper.play
        pressed_ms = self.button.pressed_ms(now_ms)
        if pressed_ms < 0:
            pressed_ms = self.remote.pressed_ms(now_ms)
        since_ms = now_ms - self._rest_from_ms
        frame.clear()
        if self.menu:
            entry = self.menu.entry
            common.draw_menu(
                frame, self.menu.entries, self.menu.at, since_ms, self.choices.value(entry)
            )
        elif self._show is not None:
            scene, before, action, after = self._show
            scene.draw_show(frame, before, action, after, now_ms - self._show_from_ms)
        elif play is None:
            common.draw_idle(frame, since_ms)
        else:
            stops, at = ((), -1) if self.chooser is None else (self.chooser.stops, self.chooser.at)
            scene = scenes.scene(play.game.name)
            scene.draw_rest(frame, play.state, stops, at, since_ms, pressed_ms)
        if pressed_ms >= 0:
            common.draw_press(frame, pressed_ms, self.button.hold_ms, self.button.long_ms)
