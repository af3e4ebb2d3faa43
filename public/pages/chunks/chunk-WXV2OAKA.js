import{b as r,j as t}from"./chunk-GW2BDXAM.js";function p({refuse:l},s,i){let o=t(s,i),{refusal:e}=o;return r(()=>{(e?.kind==="key"||e?.kind==="forbidden")&&l(e)},[e]),o}export{p as a};
