Y.T=a=>G.outcomes?.[a];
