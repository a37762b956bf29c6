Y.$=a=>H.outcomes?.[a];
