const $=s=>document.querySelectorAll(s),[toast]=$('.toast'),[word]=$('.find input');let timer;
async function copy(text,time,...shown){try{await navigator.clipboard.writeText(text)}catch{
const t=document.createElement('textarea');t.value=text;document.body.append(t);t.select();document.execCommand('copy');t.remove()}
toast.replaceChildren(...shown);toast.style.setProperty('--c',text);toast.classList.add('on');
clearTimeout(timer);timer=setTimeout(()=>toast.classList.remove('on'),time)}
document.addEventListener('click',e=>{const call=e.target.closest('[data-copy]'),color=e.target.closest('[data-c]');
if(color)copy(color.dataset.c,1400,document.createElement('i'),color.dataset.c+' copied');
if(call){const code=document.createElement('code');code.textContent=call.dataset.copy;copy(call.dataset.copy,2200,'Copied ',code)}});
document.addEventListener('keydown',e=>{const way={ArrowRight:1,ArrowLeft:-1}[e.key],dot=e.target.closest('.dot');
if(!way||!dot)return;const dots=[...dot.parentNode.children],next=dots[dots.indexOf(dot)+way];if(!next)return;
dot.tabIndex=-1;next.tabIndex=0;next.focus();e.preventDefault()});
for(const kind of ['mouseover','mouseout'])document.addEventListener(kind,e=>{
const hit=e.target.closest('.spot,.object');if(!hit)return;
const id=hit.id||hit.hash.slice(1),on=kind=='mouseover';
for(const part of [document.getElementById(id),document.querySelector(`.spot[href="#${id}"]`)])
part?.classList.toggle('on',on)});
if(word){const [nothing]=$('.nothing'),[sheet]=$('.sheet'),[order]=$('.sort select'),cards=[...$('.card')];
let filter='all',stop;
const title=c=>c.querySelector('h3').title,alike=new Intl.Collator(undefined,{numeric:true});
function show(){const w=word.value.toLowerCase();let any=false;for(const card of cards){
const seen=title(card).toLowerCase().includes(w)&&(filter=='all'||card.matches('.bad'));
card.hidden=!seen;any||=seen}nothing.hidden=any;halt(places()[0])}
function sort(){const by=order.value,number=c=>+(c.dataset[by]??(by=='hue'?1e9:-1));
sheet.append(...(by=='given'?cards:cards.toSorted(by=='name'?(a,b)=>alike.compare(title(a),title(b)):
by=='bytes'?(a,b)=>number(b)-number(a):(a,b)=>number(a)-number(b))));halt(places()[0])}
function places(){return[...sheet.querySelectorAll('.card:not([hidden]) :is(a,button)')]}
function halt(e){if(stop)stop.tabIndex=-1;stop=e;if(stop)stop.tabIndex=0}
sheet.addEventListener('focusin',e=>halt(e.target));
sheet.addEventListener('keydown',e=>{const all=places(),i=all.indexOf(e.target),card=e.target.closest('.card'),
first=c=>{while(c&&(c.hidden||!c.querySelector('a,button')))c=e.key=='ArrowUp'?c.previousElementSibling:c.nextElementSibling;
return c?.querySelector('a,button')},
to={ArrowRight:()=>all[i+1],ArrowLeft:()=>all[i-1],ArrowDown:()=>first(card.nextElementSibling),
ArrowUp:()=>first(card.previousElementSibling),Home:()=>all[0],End:()=>all.at(-1)}[e.key]?.();
if(to){e.preventDefault();to.focus()}});
document.addEventListener('click',e=>{const f=e.target.closest('[data-f]');
if(f){filter=f.dataset.f;for(const b of $('[data-f]'))b.ariaPressed=b==f;show()}});
word.addEventListener('input',show);order.addEventListener('change',sort);halt(places()[0])}
