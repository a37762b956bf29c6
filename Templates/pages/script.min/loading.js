Y.J=(a,i)=>W(".spin",!i,a),Y.o=(a,i)=>{W(".again",!i,a),a.querySelector(".again")&&W(".words",i,a)},X(".again [type=button][value]","click",async(a,i)=>{Lt(i)&&(await I(a.value),Mt(a))});
