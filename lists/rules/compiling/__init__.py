"""From the plain document of an edition to the catalogue that rosters are measured against."""
