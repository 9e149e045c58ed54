const [toast]=document.querySelectorAll('.toast');let timer;
async function copy(text){try{await navigator.clipboard.writeText(text)}catch{const t=document.createElement('textarea');
t.value=text;document.body.append(t);t.select();document.execCommand('copy');t.remove()}
const code=document.createElement('code');code.textContent=text;toast.replaceChildren('Copied ',code);
toast.classList.add('on');clearTimeout(timer);timer=setTimeout(()=>toast.classList.remove('on'),2200)}
document.addEventListener('click',e=>{const c=e.target.closest('[data-copy]');if(c)copy(c.dataset.copy)});
document.addEventListener('keydown',e=>{const way={ArrowRight:1,ArrowLeft:-1}[e.key],dot=e.target.closest('.dot');
if(!way||!dot)return;const dots=[...dot.parentNode.children],next=dots[dots.indexOf(dot)+way];if(!next)return;
dot.tabIndex=-1;next.tabIndex=0;next.focus();e.preventDefault()});
