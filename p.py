import time
from rajas_sim.core.game import find_game
g=find_game("pig"); print(g.title,g.tables,g.player_counts)
r=g.rules(2); print(r.numbers, r.digest())
rec=g.play_game(r,["random","random"],7); print(rec.outcome, rec.rounds, len(rec.choices))
print("\n".join(list(g.narrate(r,[__import__("rajas_sim").find_strategy("random",game="pig")]*2,7))[:12]))
import numpy as np
s=[__import__("rajas_sim").find_strategy("random",game="pig")]
t=time.time(); T=g.batches.play(r,s,np.zeros((50,2),np.int8),np.arange(50,dtype=np.uint64),("games","seats","rounds")); dt=time.time()-t
print(T["games"]["decisions"].sum()/dt, "decisions/s"); print({k:v[:4] for k,v in T["games"].items()})
