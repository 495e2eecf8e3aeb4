"""All tables at once, and what people do to them."""
