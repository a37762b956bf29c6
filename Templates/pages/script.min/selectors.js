Y.selected=(t,e)=>{let[,o,c]=/^([^=]+)=([^]*)/.exec(t)??[];if(void 0!==c)return Object.entries(e&&"object"==typeof e?e:{}).some(([t,e])=>t===o&&$t(e)===c)?[e]:[]};
