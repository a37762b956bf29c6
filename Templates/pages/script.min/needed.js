Y.D=e=>{let r=H(e.id).valid?ht(e):[],t=r.find(({id:r,name:t})=>wt(e)[t]&&!F(r+".error")?.hidden);return t?l(t):r[0]&&vt(r.map(nt))};
