et.W=(e,p)=>Object.entries(p).some(([p,t])=>p in e&&!RegExp(t).test(e[p]??""));
