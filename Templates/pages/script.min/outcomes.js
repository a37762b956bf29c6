Y.M=a=>G.outcomes?.[a];
