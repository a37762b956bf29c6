Y.L=a=>G.outcomes?.[a];
