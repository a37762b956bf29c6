ot.q=a=>V.outcomes?.[a];
