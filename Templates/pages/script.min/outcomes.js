tt.T=a=>Q.outcomes?.[a];
