et.I=a=>W.outcomes?.[a];
