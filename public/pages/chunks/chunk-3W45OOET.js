var t=n=>`${n>0?"+":n<0?"\u2212":""}${Math.abs(n).toLocaleString("en-GB")} %`;export{t as a};
