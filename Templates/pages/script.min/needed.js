ot.M=e=>{let r=W(e.id).valid?Ot(e):[],t=r.find(({id:r,name:t})=>jt(e)[t]&&!Q(r+".error"));return t?l(t):r[0]&&kt(r.map(ct))};
