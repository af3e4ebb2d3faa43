async function t(r){try{return await navigator.clipboard.writeText(r),!0}catch{return!1}}export{t as a};
