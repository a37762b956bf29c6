Y.B=e=>{let r=H(e.id).valid?yt(e):[],t=r.find(({id:r,name:t})=>ht(e)[t]&&!F(r+".error"));return t?l(t):r[0]&&wt(r.map(nt))};
