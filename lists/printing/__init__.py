"""An evaluated roster as HTML and as PDF; the one package that knows WeasyPrint."""
