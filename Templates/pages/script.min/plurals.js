let ge=e=>{let s=W.words[e],[,n,...c]=s;s[1]={replace(e,s){return(c[W.words.plurals.findIndex(e=>RegExp(e).test(s))]??n).replace(e,s)}}};ge("seconds"),ge("minutes"),ge("hours");
