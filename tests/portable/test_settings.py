"""table.toml: the subset of TOML, and what is said about values that cannot be used."""

from twelve.table.settings import Settings, parse


def test_an_empty_file_means_the_defaults():
    settings = Settings("")
    assert settings.problems == []
    assert (settings.boards, settings.hold_ms, settings.name) == (1, 500, "Twelve")


def test_values_comments_and_sections():
    text = '# a comment\nname = "Zo\\"ë" # after\nboards=2\n[leds]\npins = [1, 2,3]\non = true\r\n'
    found, problems = parse(text)
    assert problems == []
    assert found == {"name": 'Zo"ë', "boards": 2, "leds.pins": [1, 2, 3], "leds.on": True}


def test_every_fault_is_named_and_the_default_used():
    for line, word in (
        ("boards = 7", "boards must be 1 to 6"),
        ("boards = true", "boards must be"),
        ('boards = "2"', "boards must be"),
        ("boards = 2.0", "line 1"),
        ("boards = 02", "line 1"),
        ("boards 2", "line 1"),
        ("boards = 2 3", "line 1"),
        ('name = "open', "line 1"),
        ('name = ""', "name must be"),
        ("dice_strip = 1", "dice_strip must be true or false"),
        ('controller = "nano"', "controller must be pico or"),
        ("pace = 20", "pace must be 25 to 400"),
        ("bords = 2", "no setting bords"),
        ("[leds", "line 1"),
        ("x = [1 2]", "line 1"),
        ("hold_ms = 1500\nlong_ms = 1000", "more than"),
    ):
        settings = Settings(line)
        assert settings.problems and word in settings.problems[0], (line, settings.problems)
        assert settings.boards == 1 and settings.name == "Twelve" and settings.hold_ms == 500
