"""The table's mind: presses, time and bytes go in; game, lights and bytes come out.

One button plays everything: a click rolls or steps, a hold takes, a long hold opens the menu.
Sans-I/O: the owner of the loop calls :meth:`Console.tick` with the time and what has come in.
"""

import gc

from ..base.compat import let_go
from ..base.errors import Refusal
from ..games.play import PERSON
from . import gestures
from .choices import Choices
from .chooser import Chooser
from .keeper import Keeper
from .line import Line
from .scenes import catalog as scenes
from .scenes import common
from .scenes.frame import Frame

_COMPUTER = __name__[: __name__.rfind(".")] + ".computer"
STARTER = __name__[: __name__.rfind(".")] + ".starter"


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
        self.frame = Frame(boards, settings.dice_strip, settings.read)
        self.button = gestures.Button(settings.debounce_ms, settings.hold_ms, settings.long_ms)
        self._remote_off()
        self.files = files
        self.output = None  # the light pipeline (output.py), where there are LEDs
        self.line = Line(self, settings.name, about, now_ms, faults)
        self.menu = self.chooser = self._pressed_at = None
        self._pressed_in_show = False
        self.show = None  # (scene module, before, action, after), from show_from_ms on
        self._pace, self.show_from_ms, self._show_ms = settings.pace, 0, 0
        self.rest_from_ms = now_ms
        self.drawn_ms = -1000  # when the frame was drawn last
        self.code = 0  # of a fault, shown for a while, or until the button is pressed
        self.starter = None  # (starter.py) while a game is on its way
        self.worked = self.put_off = False  # what may write flash has a pass for itself
        self.computer = None  # (computer.py) while a game has need of it
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
        if not self.worked or self.put_off:  # never twice running
            self.worked = False
            if self.starter is not None:
                self.starter.tick(now_ms)
        self.put_off, self.worked = self.worked, False
        if self.put_off:
            return
        if self.show and (now_ms - self.show_from_ms) * self._pace >= self._show_ms * 100:
            self.rest(now_ms)
        self.keeper.tick(now_ms)
        if self.computer is not None:
            self._compute(now_ms)
        self.line.tick(now_ms)

    def tell(self, text: str) -> None:
        """Give people a notice."""
        self.say = text
        self.line.upkeep.note(text)
        self.line.changed()

    def _compute(self, now_ms: int) -> None:
        computer = self.computer  # which may leave the table in between
        try:
            computer.tick(now_ms)
        except (Refusal, OSError, ValueError) as error:
            self.tell(str(error))
            computer.rest(now_ms)

    # -- the button ----------------------------------------------------------------------------
    def press(self, button, level: bool, now_ms: int) -> None:
        """Take a sample of a button: the real one or the one on the page."""
        event = button.sample(level, now_ms)
        if event == gestures.NONE:
            return
        if event == gestures.DOWN:
            self._pressed_in_show = self.show is not None
            self._pressed_at = self._moment()
            self.code = 0
            # The first light answers the edge: laid over what is shown, a frame would take longer.
            common.draw_press(self.frame, 0, self.button.hold_ms, self.button.long_ms)
            self.drawn_ms = now_ms
        elif event != gestures.UP:
            self.identity.stir(b"press %d" % now_ms)
            # What the press was meant for may be gone: somebody else has acted meanwhile.
            gone = self._pressed_at is not None and self._moment() != self._pressed_at
            self._pressed_at = None
            self.gesture(event, now_ms, self._pressed_in_show or gone)

    def _moment(self):
        """Return the game and position that wait for a person, None where none does."""
        return (self.keeper.uid, self.keeper.play.state) if self.keeper.running else None

    def gesture(self, gesture: int, now_ms: int, in_show=None) -> None:
        """Do what a whole gesture means now; ``in_show``: it began while a show was running."""
        if in_show is None:
            in_show = self.show is not None
        if self.starter is not None:
            self.starter.hurry(now_ms)
        self.worked = True
        try:
            if gesture == gestures.LONG:
                self.rest(now_ms)
                if self.menu:
                    self.close_menu()
                else:
                    self.open_menu()
            elif self.menu:
                self._in_menu(gesture, now_ms)
            elif self.computer is not None and self.computer.press(in_show, now_ms):
                pass  # it was for the computer
            elif in_show:
                self.rest(now_ms)
            elif not self.keeper.running:
                if self.keeper.play is None:
                    self._deed("new game", now_ms)
                elif gesture == gestures.HOLD:
                    self._deed("the same again", now_ms)
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
        elif self.show is not None:
            self.rest(now_ms)
        elif self.chooser is not None:
            self.chooser.step(steps)
            self.rest_from_ms = now_ms
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
        if not self.menu.turn(now_ms):
            entry = self.menu.entry
            self.close_menu()
            self.rest(now_ms)
            self._deed(entry, now_ms)

    def _deed(self, entry: str, now_ms: int) -> None:
        from .deeds import forget_deeds, take

        forget_deeds()
        take(self, entry, now_ms)

    def open_menu(self, of_seats: bool = False) -> None:
        """Open the menu's first list, or that of the seats."""
        if self.keeper.is_cramped:  # the scene's code comes back when it is drawn
            self.close_menu()
            self.show = self.frame.memo = None
            scenes.forget_scenes()
            gc.collect()
        if of_seats:
            from .menu_seats import Menu
        else:
            from .menu import Menu
        self.close_menu()  # now: what a hold has foreseen would go with its code
        self.menu = Menu(self)

    # -- what happens to the game: by button and by line alike ------------------------------------
    def act(self, action: str, now_ms: int, given=None, level: str = "") -> None:
        """Take an action: journal first, then lights and line. Raises Refusal, OSError.

        ``level`` is that of the computer player who decided, "" for a person.
        """
        before, after = self.keeper.act(action, now_ms, given, level)
        scene = scenes.scene(self.keeper.play.game.name)
        self.show = (scene, before, action, after)
        self._show_ms = scene.show_ms(before, action, after, self.frame.read)
        self.show_from_ms = now_ms
        self.close_menu()
        self.chooser = None
        self.line.changed()

    def undo(self, now_ms: int, done=None) -> bool:
        """Take the last action back, and on to a person's decision. Raises Refusal, OSError.

        Returns whether that is done; else ``done()`` is called when it is.
        """
        was_abandoned = self.keeper.play is not None and self.keeper.play.abandoned
        self.keeper.undo(now_ms)
        self.rest(now_ms)
        return was_abandoned or self.computer is None or not self.computer.go_back(done)

    def begin(self, request: dict, now_ms: int, done) -> None:
        """Begin a new game (starter.py); ``done(code, text)`` is called once it stands, or cannot.

        Code "" says that its first records are written. Raises Refusal.
        """
        if self.starter is not None:
            raise Refusal("busy", "another game is just about to start")
        from .starter import Starter

        let_go(STARTER)  # which keeps its code while it is at work
        self.starter = Starter(self, request, now_ms, done)

    def close_menu(self) -> None:
        """Close the menu, if it is open, and let go of it."""
        if self.menu:
            self.menu.forget()
            self.menu = None
            common.forget_menu(self.frame)

    def rest(self, now_ms: int) -> None:
        """End any show: the lights wait for a person, with a fresh cursor."""
        self.show = None
        self.rest_from_ms = now_ms
        play = self.keeper.play
        cramped = self.keeper.is_cramped
        if play is not None and (play.levels or play.limit_s) and not cramped:
            self.use_computer()
        elif self.computer is not None:
            self.computer.leave()
            self.computer = None
            let_go(_COMPUTER)
        self.chooser = None
        if self.keeper.running and (cramped or play.level(play.state.player) == PERSON):
            self.chooser = Chooser(play.game, play.state)
        if self.computer is not None:
            self.computer.rest(now_ms)
        self.line.changed()

    def use_computer(self) -> None:
        """Have the computer at the table."""
        if self.computer is None:
            self.computer = __import__(_COMPUTER, None, None, ("C",)).Computer(self)

    # -- what can be seen ------------------------------------------------------------------------
    @property
    def cursor(self):
        """What a hold would take, in words; None where it would take nothing."""
        if self.menu:
            return "menu " + self.menu.entry
        if self.show is not None:  # a press would only skip it
            return None
        if not self.keeper.running:
            return "new game"
        if self.chooser is None:  # it is the computer's turn
            return None
        play = self.keeper.play
        return play.game.hold(play.state) or self.chooser.cursor

    @property
    def in_show(self) -> bool:
        """Whether a show is running, which a press would skip."""
        return self.show is not None
