et.R=a=>W.outcomes?.[a];
