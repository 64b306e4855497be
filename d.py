import rajas_sim.asking.python as p
run=p.load_run("/work/main/reports/example") if hasattr(p,'load_run') else None
from rajas_sim.asking.shown.played_run import PlayedRun
print([m for m in dir(PlayedRun) if m[0]!='_'])
