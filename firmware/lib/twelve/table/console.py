"""The table's mind: presses, time and bytes go in; game, lights and bytes come out.

One button plays everything: a click rolls or steps, a hold takes, a long hold opens the menu.
Sans-I/O: the owner of the loop calls :meth:`Console.tick` with the time and what has come in.
"""

import gc

from ..base.compat import IS_DEVICE_PYTHON, const
from ..base.errors import Refusal
from ..games.catalog import NAMES, forget_games, forget_players
from . import gestures
from .choices import Choices
from .chooser import Chooser
from .keeper import Keeper
from .line import Line
from .scenes import catalog as scenes
from .scenes import common
from .scenes.frame import Frame
from .starter import Starter

_CODE_MS = const(6000)  # how long the number of a fault is shown


class Console:
    """One table, by ``settings`` of its name, times and dice strip (setup.py).

    ``boards`` are lit, ``faults`` are those before. After a tick ``frame`` holds the lights as
    palette indices, and ``line`` the bytes to send.
    """

    def __init__(
        self, identity, journal, files, settings, boards, about: tuple, now_ms: int, faults=None
    ):
        self.identity = identity
        self.journal = journal
        self.choices = Choices(files)
        self.keeper = Keeper(identity, journal)
        # Code is the largest thing on the heap: that of the game comes first, in one piece.
        notice = self.keeper.resume(now_ms)
        play = self.keeper.play
        scenes.scene(play.game.name if play else self.choices.game)
        gc.collect()
        self.frame = Frame(boards, settings.dice_strip, settings.read)
        self.button = gestures.Button(settings.debounce_ms, settings.hold_ms, settings.long_ms)
        self._remote_off()
        self.files = files
        self.output = None  # the light pipeline (output.py), where there are LEDs
        self.line = Line(self, settings.name, about, now_ms, faults)
        self.menu = self.chooser = None
        self._pressed_in_show = False
        self._show = None  # (scene module, before, action, after)
        self._pace, self._show_from_ms, self._show_ms = settings.pace, 0, 0
        self._rest_from_ms = now_ms
        self.drawn_ms = -1000  # when the frame was drawn last
        self.code = 0  # of a fault, shown for a while, or until the button is pressed
        self._starter = Starter(self)
        self.say = identity.notice or notice
        self.rest(now_ms)

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
        self._starter.tick(now_ms)
        if self._show and (now_ms - self._show_from_ms) * self._pace >= self._show_ms * 100:
            self.rest(now_ms)
        self.keeper.tick(now_ms)
        self.line.tick(now_ms)

    def tell(self, text: str) -> None:
        """Give people a notice."""
        self.say = text
        self.line.upkeep.note(text)
        self.line.changed()

    # -- the button ----------------------------------------------------------------------------
    def press(self, button, level: bool, now_ms: int) -> None:
        """Take a sample of a button: the real one or the one on the page."""
        event = button.sample(level, now_ms)
        if event == gestures.NONE:
            return
        if event == gestures.DOWN:
            self._pressed_in_show = self._show is not None
            self.code = 0
            # The first light answers the edge: laid over what is shown, a frame would take longer.
            common.draw_press(self.frame, 0, self.button.hold_ms, self.button.long_ms)
            self.drawn_ms = now_ms
        elif event != gestures.UP:
            self.identity.stir(b"press %d" % now_ms)
            self.gesture(event, now_ms, self._pressed_in_show)

    def gesture(self, gesture: int, now_ms: int, in_show=None) -> None:
        """Do what a whole gesture means now; ``in_show``: it began while a show was running."""
        if in_show is None:
            in_show = self._show is not None
        self._starter.hurry(now_ms)
        try:
            if gesture == gestures.LONG:
                self.rest(now_ms)
                if self.menu:
                    self.close_menu()
                else:
                    self._open_menu()
            elif in_show:
                self.rest(now_ms)
            elif self.menu:
                self._in_menu(gesture, now_ms)
            elif not self.keeper.running:
                if gesture == gestures.HOLD or self.keeper.play is None:
                    self._deed("new game", now_ms)
            else:
                self._in_game(gesture, now_ms)
            self.say = ""
        except (Refusal, OSError, ValueError) as error:
            self.say = str(error)
        except MemoryError as error:
            self.line.upkeep.failed(error)
            self.say = "there was no memory for that: try again"
        self.line.changed()

    def turn(self, steps: int, now_ms: int) -> None:
        """Take steps of the encoder: the cursor moves both ways."""
        if self.menu:
            self.menu.step(steps)
        elif self._show is not None:
            self.rest(now_ms)
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
        if not self.menu.turn():
            entry = self.menu.entry
            self.close_menu()
            self._deed(entry, now_ms)

    def _deed(self, entry: str, now_ms: int) -> None:
        from .menu import forget_menu, take

        take(self, entry, now_ms)
        forget_menu()

    def _save_room(self) -> None:
        """Let go of the scene's code where the heap is full; it comes back when it is drawn."""
        if self.keeper.is_cramped:
            self._show = self.frame.memo = None
            scenes.forget_scenes()
            gc.collect()

    def _open_menu(self) -> None:
        self._save_room()
        from .menu import Menu

        self.menu = Menu(self.choices, self.keeper, self.output is not None)

    def hint(self) -> None:
        """Put the cursor where the game's advice is, and say why."""
        play = self.keeper.play
        self._save_room()
        action, why = play.game.advice(play.state)
        if self.keeper.is_cramped:
            forget_players(play.game.name)
        if self.chooser is not None and action in self.chooser.stops:
            self.chooser.at = self.chooser.stops.index(action)
        self.say = why

    # -- what happens to the game: by button and by line alike ------------------------------------
    def act(self, action: str, now_ms: int, given=None) -> None:
        """Take an action: journal first, then lights and line. Raises Refusal, OSError."""
        before, after = self.keeper.act(action, now_ms, given)
        scene = scenes.scene(self.keeper.play.game.name)
        self._show = (scene, before, action, after)
        self._show_ms = scene.show_ms(before, action, after, self.frame.read)
        self._show_from_ms = now_ms
        self.close_menu()
        self.chooser = None
        self.line.changed()

    def undo(self, now_ms: int) -> None:
        """Take the last action back. Raises Refusal, OSError."""
        self.keeper.undo(now_ms)
        self.rest(now_ms)

    def begin(self, request: dict, now_ms: int, done) -> None:
        """Begin a new game (starter.py); ``done(code, text)`` is called once it stands, or cannot.

        Code "" says that its first records are written. Raises Refusal, OSError.
        """
        self._starter.begin(request, now_ms, done)

    def share(self, text: str, now_ms: int) -> None:
        """Take the host's share of the nonce of the game that is about to start."""
        self._starter.share(text, now_ms)

    def make_room(self, name, now_ms: int) -> bool:
        """Let go of the game on the table for one of another kind; return whether it was so."""
        play = self.keeper.play
        loaded = play.game.name if play else self.choices.game
        if not IS_DEVICE_PYTHON or name not in NAMES or name == loaded:
            return False
        self.keeper.put_away(now_ms)
        self.close_menu()
        self.rest(now_ms)
        play = self.frame.memo = None
        forget_games()
        scenes.forget_scenes()
        gc.collect()
        return True

    def close_menu(self) -> None:
        """Close the menu, if it is open, and let go of it."""
        if self.menu:
            self.menu.forget()
            self.menu = None
            common.forget_menu(self.frame)

    def rest(self, now_ms: int) -> None:
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
        if self._show is not None:  # a press would only skip it
            return None
        if not self.keeper.running:
            return "new game"
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
        self.drawn_ms = now_ms
        frame, play, menu = self.frame, self.keeper.play, self.menu
        pressed_ms = self.button.pressed_ms(now_ms)
        if pressed_ms < 0:
            pressed_ms = self.remote.pressed_ms(now_ms)
        since_ms = now_ms - self._rest_from_ms
        if self.code and now_ms < _CODE_MS:
            common.draw_code(frame, self.code, now_ms)
            return
        frame.clear()
        if menu:
            common.draw_menu(frame, menu.entries, menu.at, since_ms, menu.value(menu.entry))
        elif self._show is not None:
            scene, before, action, after = self._show
            at_ms = (now_ms - self._show_from_ms) * self._pace // 100
            scene.draw_show(frame, before, action, after, at_ms)
        elif play is None:
            common.draw_idle(frame, since_ms)
        else:
            stops, at, chosen = (), -1, ()
            if self.chooser is not None:
                stops, at, chosen = self.chooser.stops, self.chooser.at, self.chooser.chosen
            hold_ms, long_ms = self.button.hold_ms, self.button.long_ms
            scenes.scene(play.game.name).draw_rest(
                frame, play.state, stops, at, since_ms, pressed_ms, hold_ms, long_ms, chosen
            )
        if pressed_ms >= 0:
            common.draw_press(frame, pressed_ms, self.button.hold_ms, self.button.long_ms)
