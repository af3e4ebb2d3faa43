/** The style sheet of the reference page. */
export const STYLE = `
:root{color-scheme:light dark;--paper:#fff;--ink:#14171c;--muted:#586070;--line:#e3e6eb;--wash:#f6f7f9;--accent:#1b58b8;--get:#1b58b8;--put:#8a4b00;--post:#166534;--delete:#b3261e}
@media (prefers-color-scheme:dark){:root{--paper:#14161a;--ink:#eceef2;--muted:#a0a8b6;--line:#2c3038;--wash:#1d2026;--accent:#86b4ff;--get:#86b4ff;--put:#f0b36a;--post:#7fd7a0;--delete:#ff9d94}}
*{box-sizing:border-box}
html{background:var(--paper);color:var(--ink);font:100%/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;scroll-padding-top:1rem;-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;display:grid;grid-template-columns:minmax(0,1fr)}
nav{padding:1.25rem 1.5rem;border-bottom:1px solid var(--line);background:var(--wash);font-size:.875rem}
main{padding:1.5rem;max-width:58rem;overflow-wrap:break-word}
h1,h2,h3,h4,p,ul,dl,dd,pre,table{margin:0}
h1{font-size:1.75rem;line-height:1.2;letter-spacing:-.02em}
main h2{margin-top:3rem;font-size:1.375rem;line-height:1.25;letter-spacing:-.015em}
h3{font-size:1.0625rem;line-height:1.35}
h3 a{color:inherit;text-decoration:none}
h3 a:hover{text-decoration:underline}
h4{margin-top:1.25rem;font-size:.875rem}
main p{margin-top:.75rem;max-width:42rem;text-wrap:pretty}
a{color:var(--accent);text-underline-offset:.18em}
a:focus-visible,summary:focus-visible,input:focus-visible,select:focus-visible,button:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:.125rem}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.875em}
td code,dd code,p code{padding:.0625rem .25rem;border-radius:.25rem;background:var(--wash)}
pre{margin-top:.5rem;padding:.875rem 1rem;border:1px solid var(--line);border-radius:.5rem;background:var(--wash);font-size:.8125rem;line-height:1.5;overflow-x:auto}
small{display:block;color:var(--muted);font-size:.8125rem;font-weight:400}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:1rem;padding:.5rem;background:var(--paper)}
nav .name{font-size:1.0625rem;font-weight:700}
nav .name small{display:inline}
nav .name a{color:inherit;text-decoration:none}
.pages{display:flex;flex-wrap:wrap;gap:0 .875rem;margin:.25rem 0 .5rem}
.pages a{color:var(--muted);text-decoration:none}
.pages a:hover{color:var(--ink)}
nav h2{margin-top:1rem;font-size:.8125rem}
nav h2 a{color:var(--muted);text-decoration:none}
nav ul{padding:0;list-style:none}
nav li a{display:flex;align-items:baseline;padding:.1875rem 0;color:inherit;text-decoration:none;overflow-wrap:anywhere}
nav li a:hover{color:var(--accent)}
nav b{flex:none;width:3.25rem;font-size:.6875rem}
b.get{color:var(--get)}b.put{color:var(--put)}b.post{color:var(--post)}b.delete{color:var(--delete)}
.endpoint{margin-top:2rem;padding-top:1.5rem;border-top:1px solid var(--line)}
main .address{margin-top:.25rem}
.address code{background:none}
.scroll{margin-top:1rem;overflow-x:auto}
table{width:100%;border-collapse:collapse;font-size:.9375rem}
th,td{padding:.5rem .75rem .5rem 0;border-top:1px solid var(--line);text-align:start;vertical-align:top}
thead th{border:0;color:var(--muted);font-size:.8125rem;font-weight:500}
tbody th{width:12rem;font-weight:500}
td:nth-child(3){width:11rem;padding-right:2px}
input,select,button{width:100%;min-height:2rem;padding:.25rem .5rem;border:1px solid var(--line);border-radius:.375rem;background:var(--paper);color:var(--ink);font:inherit;font-size:.875rem}
input::placeholder{color:var(--muted)}
.ask{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem;padding:.75rem;border-radius:.5rem;background:var(--wash);font-size:.875rem}
.ask input{flex:1;width:auto;min-width:10rem}
button{width:auto;padding:.25rem 1.25rem;border-color:var(--accent);background:var(--accent);color:var(--paper);font-weight:600;cursor:pointer}
details{margin-top:.75rem}
summary{color:var(--muted);font-size:.875rem;cursor:pointer}
.answers{display:grid;grid-template-columns:minmax(3rem,auto) minmax(0,1fr);gap:.5rem 1rem;margin-top:.5rem;font-size:.9375rem}
.answers dt{font-variant-numeric:tabular-nums;font-weight:600}
.answers details,main .media{margin-top:.125rem}
.media{color:var(--muted);font-size:.875rem}
@media (max-width:40rem){
thead{display:none}
tr,tbody th,td,td:nth-child(3){display:block;width:auto;padding:.125rem 0;border:0}
tr{padding:.5rem 0;border-top:1px solid var(--line)}
}
@media (min-width:62rem){
body{grid-template-columns:21rem minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow-y:auto;border:0;border-right:1px solid var(--line)}
main{padding:2.5rem 3rem 6rem}
}
`;
