"""A table's settings over HTTP, by name and type: described by /openapi.json."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

SettingValue = bool | int | str | list[int | str]


class Setting(BaseModel):
    """A setting: what it is, what it may be, and what it is set to."""

    key: str
    title: str
    unit: str | None
    group: str
    description: str = Field(description="One sentence.")
    more: str = Field(description="What follows it.")
    type: Literal["boolean", "integer", "text", "choice", "choice or integer", "pin", "pins"]
    allowed: str = Field(description="What it may be, in words.")
    least: int | None = Field(description="Of a number, a text's length or a list's.")
    most: int | None
    values: list[str] | None = Field(description="The words of a choice.")
    default: SettingValue
    value: SettingValue = Field(description="What holds now.")
    next: SettingValue | None = Field(description="What holds after a restart, where it differs.")
    problem: str | None = Field(description="What the table says is wrong with it.")


class SettingsView(BaseModel):
    """All settings that the table knows; ``restart``: some hold only after a restart."""

    settings: list[Setting]
    notices: list[str] = Field(description="What the table has complained of since it started.")
    restart: bool
