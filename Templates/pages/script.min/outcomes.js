ot.M=a=>Q.outcomes?.[a];
