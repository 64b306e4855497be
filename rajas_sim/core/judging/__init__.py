"""How strong players judge: networks that correct an appraisal or value a position, playouts, and what networks learn from."""
