ot.R=(a,i)=>tt(".spin",!i,a),ot.o=(a,i)=>{tt(".again",!i,a),a.querySelector(".again")&&tt(".words",i,a)},nt(".again [type=button][value]","click",async(a,i)=>{qt(i)&&(await U(a.value),Jt(a))});
