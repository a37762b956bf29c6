Y.g=({supplies:p=[]},s)=>!!p[0]&&p.every(p=>s[p]),Y.k=(p,s)=>p.some(({supplies:p=[]})=>s.some(s=>p.includes(s)));
