Y.select=(t,e)=>{const[,o,c]=/^([^=]+)=([^]*)/.exec(t)??[];if(void 0!==c)return Object.entries(e&&"object"==typeof e?e:{}).some(([t,e])=>t===o&&Ot(e)===c)?[e]:[]};
