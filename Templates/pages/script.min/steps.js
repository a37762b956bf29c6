et.$=({supplies:p=[]},s)=>!!p[0]&&p.every(p=>s[p]),et.A=(p,s)=>p.some(({supplies:p=[]})=>s.some(s=>p.includes(s)));
