let pp={upper:/\p{Lu}/u,lower:/\p{Ll}/u,digit:/\p{Nd}/u,special:/[^\p{Lu}\p{Ll}\p{Nd}]/u};et.i=(p,u)=>pp[p]?.test(u);
