tt.A=(a,i)=>Y(".spin",!i,a),tt.o=(a,i)=>{Y(".again",!i,a),a.querySelector(".again")&&Y(".words",i,a)},_("[data-run]","click",async(a,i)=>{It(i)&&(await R(a.dataset.run),a.focus())});
