function n(e){let t=document.getElementById("said");t&&(t.textContent="",setTimeout(()=>{t.textContent=e},50))}export{n as a};
