Y.B=e=>{let r=H(e.id).valid?wt(e):[],t=r.find(({id:r,name:t})=>yt(e)[t]&&!F(r+".error"));return t?l(t):r[0]&&vt(r.map(nt))};
