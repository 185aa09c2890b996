"""An evaluated roster in words: what pages, prints, texts and commands show, in any language."""
