for(const kind of ['mouseover','mouseout'])document.addEventListener(kind,e=>{
const hit=e.target.closest('.spot,.object');if(!hit)return;
const id=hit.id||hit.hash.slice(1),on=kind=='mouseover';
for(const part of [document.getElementById(id),document.querySelector(`.spot[href="#${id}"]`)])
part?.classList.toggle('on',on)});
