ot.A=(a,i)=>Y(".spin",!i,a),ot.o=(a,i)=>{Y(".again",!i,a),a.querySelector(".again")&&Y(".words",i,a)},_("[data-run]","click",async(a,i)=>{Nt(i)&&(await R(a.dataset.run),a.focus())});
