"""The controller boards that are known by name, and the pins that their tables use.

Sources: Raspberry Pi Pico and Pico 2 datasheets (pinout), Adafruit Feather RP2040 SCORPIO
(NeoPixel outputs on GPIO 16–23 through a 5 V buffer), Espressif ESP32-S3-DevKitC-1 user guide
(no strapping, USB or flash pins), Raspberry Pi documentation (GPIO 18 is PWM0). Pins are GPIO
numbers; the push of an encoder is the button.
"""

_PICO = ((16, 17, 18, 19, 20, 21), 15, (13, 14), 22)

# name: (data lines, button, encoder A and B, dice strip), for every name that settings allow
CONTROLLERS = {
    "pico": _PICO,
    "pico-w": _PICO,
    "pico2": _PICO,
    "feather-scorpio": ((16, 17, 18, 19, 20, 21), 10, (11, 12), 22),
    "esp32-s3": ((4, 5, 6, 7, 15, 16), 9, (10, 11), 17),
    # One strip only: Adafruit's driver has a single DMA channel.
    "raspberry-pi": ((18,), 17, (22, 23), None),
}


class Pins:
    """The pins that ``settings`` mean: ``leds`` (one a line), ``button``, ``encoder`` or ()."""

    def __init__(self, settings, sizes: list):
        name = settings.controller
        leds, button, encoder, dice = CONTROLLERS[name]
        own = settings.led_pins or list(leds)
        lines = len(sizes)
        dice_line = settings.dice_strip and settings.dice_pin != -1
        if dice_line:
            lines -= 1
        if len(own) < lines:
            key = "led_pins" if settings.led_pins else "lines"
            raise ValueError(key, "%d data lines, and pins for %d" % (lines, len(own)))
        self.leds = own[:lines]
        if dice_line:
            if dice is None:
                raise ValueError("dice_pin", "a %s has one data line only" % name)
            self.leds.append(settings.dice_pin)
        self.button = button if settings.button_pin == -1 else settings.button_pin
        self.encoder = ()
        if settings.encoder:
            self.encoder = tuple(settings.encoder_pins) or encoder
            if len(self.encoder) != 2:
                raise ValueError("encoder_pins", "an encoder has two")
        seen = {}  # pin -> the setting that it is of
        for key, pins, is_own in (
            ("led_pins", self.leds[:lines], settings.led_pins),
            ("dice_pin", self.leds[lines:], True),
            ("button_pin", [self.button], settings.button_pin != -1),
            ("encoder_pins", self.encoder, settings.encoder_pins),
        ):
            for pin in pins:
                if pin in seen:  # blamed on what table.toml says: refusing a default mends nothing
                    raise ValueError(key if is_own else seen[pin], "pin %s is used twice" % pin)
                seen[pin] = key
