Y.A=(a,i)=>W(".spin",!i,a),Y.o=(a,i)=>{W(".again",!i,a),a.querySelector(".again")&&W(".words",i,a)},X(".again [type=button][value]","click",async(a,i)=>{Mt(i)&&(await I(a.value),Nt(a))});
