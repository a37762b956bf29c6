ot.I=a=>W.outcomes?.[a];
