/// The parts of the report that are the same on every page. Everything is inline: the page loads nothing.
enum ReportStyle {
    static let css = """
        :root{color-scheme:light dark;--bg:#f6f5f2;--card:#fff;--ink:#1d1c1a;--soft:#6d6a64;--line:#e4e1da;
        --accent:#2f5d8a;--bad:#b3261e;--badbg:#fdf1ef;--bar:#7ea3c6}
        @media(prefers-color-scheme:dark){:root{--bg:#141517;--card:#1d1f22;--ink:#eceae6;--soft:#9b9891;--line:#2d3034;
        --accent:#8ab8e6;--bad:#ff8a80;--badbg:#2c1e1e;--bar:#4f7aa3}}
        *{box-sizing:border-box;margin:0}
        body{background:var(--bg);color:var(--ink);font:14px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;
        font-variant-numeric:tabular-nums;padding:32px clamp(16px,4vw,56px) 48px}
        [hidden]{display:none!important}
        h1{display:flex;align-items:center;gap:12px;font-size:30px;font-weight:650;letter-spacing:-.02em}
        h1 svg{width:44px;height:44px;color:var(--accent)}
        .palette{display:flex;height:14px;margin-top:18px;border-radius:7px;overflow:hidden}
        .palette i{flex:1}
        .tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:12px;margin:18px 0 12px}
        .tiles div,.charts section{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:14px 16px}
        dt,h2{color:var(--soft);font-size:12px;font-weight:500}
        dd{font-size:25px;font-weight:620;letter-spacing:-.02em;line-height:1.25;margin-top:2px}
        dd small{display:block;font-size:12px;font-weight:400;letter-spacing:0;color:var(--soft)}
        .tiles .bad dd{color:var(--bad)}
        .charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(240px,1fr));gap:12px}
        .charts u{display:block;background:var(--bar)}
        .rows{display:grid;grid-template-columns:max-content 1fr max-content;gap:5px 10px;align-items:center;margin-top:10px;
        font-size:12.5px}
        .rows u{height:8px;border-radius:4px;min-width:3px}
        .rows b{font-weight:560;text-align:right}
        .bad .rows u{background:var(--bad)}
        .plot{display:flex;gap:3px;margin-top:10px;justify-content:center}
        .plot div{flex:1;min-width:0;max-width:64px;text-align:center}
        .plot i{display:flex;align-items:flex-end;height:72px;border-bottom:1px solid var(--line)}
        .plot u{width:100%;border-radius:3px 3px 0 0}
        .plot span{font-size:10.5px;color:var(--soft)}
        nav{position:sticky;top:0;z-index:2;display:flex;flex-wrap:wrap;gap:12px;padding:14px 0;margin-top:10px;
        background:color-mix(in srgb,var(--bg) 86%,transparent);backdrop-filter:blur(10px)}
        .find{display:flex;align-items:center;gap:8px;flex:0 1 320px;padding:0 12px;height:36px;background:var(--card);
        border:1px solid var(--line);border-radius:18px;color:var(--soft)}
        .find svg{width:15px;height:15px;flex:none}
        .find input{border:0;outline:0;background:none;font:inherit;color:var(--ink);width:100%}
        .find:focus-within,button:focus-visible,a:focus-visible,select:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
        .filters{display:flex;gap:6px}
        .filters button{font:inherit;height:36px;padding:0 16px;border-radius:18px;border:1px solid var(--line);
        background:var(--card);color:var(--ink);cursor:pointer}
        .filters b{font-weight:600;color:var(--bad)}
        .filters [aria-pressed=true]{background:var(--ink);border-color:var(--ink);color:var(--bg)}
        .filters [aria-pressed=true] b{color:inherit}
        .sort,.pages{display:flex;align-items:center;gap:8px;color:var(--soft)}
        .sort select{font:inherit;height:36px;padding:0 10px;border-radius:18px;border:1px solid var(--line);
        background:var(--card);color:var(--ink)}
        .pages a,.pages b{padding:7px 11px;border-radius:18px;border:1px solid var(--line);background:var(--card)}
        .skip{position:absolute;left:-999px}
        .skip:focus{left:16px;top:8px;z-index:4;padding:6px 12px;border-radius:8px;background:var(--ink);color:var(--bg)}
        a{color:var(--accent)}
        h3 a{color:inherit;text-decoration:none}
        h3 a:hover,h3 a:focus-visible{text-decoration:underline}
        .sheet{list-style:none;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(196px,1fr));gap:14px}
        .card{display:flex;flex-direction:column;min-width:0;background:var(--card);border:1px solid var(--line);
        border-radius:12px;content-visibility:auto;contain-intrinsic-size:auto 300px}
        .card:hover{border-color:var(--soft)}
        .stage{height:190px;display:grid;place-items:center;border-radius:11px 11px 0 0;
        background:color-mix(in oklab,var(--c,var(--line)) 24%,var(--card))}
        .stage img{max-width:calc(100% - 20px);max-height:170px;border-radius:3px;box-shadow:0 1px 7px #0003}
        .none{color:var(--soft);font-size:12px;background:repeating-linear-gradient(45deg,transparent 0 9px,
        color-mix(in srgb,var(--line) 55%,transparent) 9px 18px)}
        .text{padding:10px 12px 11px;flex:1;min-width:0}
        h3{font-size:13.5px;font-weight:600;unicode-bidi:isolate}
        h3,.dir{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
        .dir{font-size:11.5px;color:var(--soft);direction:rtl;text-align:left}
        .facts{font-size:12px;color:var(--soft);margin-top:4px;overflow-wrap:anywhere}
        .facts b{color:var(--bad);font-weight:600}
        .colors{display:flex;height:27px;border-top:1px solid var(--line)}
        .colors button{flex:1 1 0;min-width:14px;border:0;padding:0;background:var(--c);cursor:copy;position:relative}
        .colors button:first-child{border-bottom-left-radius:11px}
        .colors button:last-child{border-bottom-right-radius:11px}
        .colors button:hover::after,.colors button:focus-visible::after{content:attr(data-c) "  " attr(data-s);
        position:absolute;bottom:calc(100% + 6px);left:50%;translate:-50% 0;padding:3px 9px;border-radius:7px;
        background:var(--ink);color:var(--bg);font-size:12px;white-space:pre;pointer-events:none}
        .card:has(.colors button:hover,.colors button:focus-visible){content-visibility:visible;z-index:1}
        .card.bad{border-color:color-mix(in srgb,var(--bad) 40%,var(--line));background:var(--badbg)}
        .bad .stage{background:color-mix(in srgb,var(--bad) 9%,transparent);color:var(--bad);font-size:15px;font-weight:620}
        .bad .facts{color:var(--bad)}
        .nothing,footer{color:var(--soft);text-align:center;margin-top:36px}
        .toast{position:fixed;bottom:24px;left:50%;translate:-50% 20px;opacity:0;pointer-events:none;transition:.18s;z-index:3;
        display:flex;gap:9px;align-items:center;background:var(--ink);color:var(--bg);padding:9px 15px;border-radius:10px}
        .toast.on{opacity:1;translate:-50% 0}
        .toast i{width:15px;height:15px;border-radius:4px;background:var(--c);outline:1px solid #8888}
        @media print{nav,.toast{display:none}.card{break-inside:avoid;content-visibility:visible}}
        """

    static let script = """
        const $=s=>document.querySelectorAll(s),[toast]=$('.toast'),[word]=$('.find input'),[nothing]=$('.nothing'),
        [sheet]=$('.sheet'),[order]=$('.sort select'),cards=[...$('.card')];
        let timer,filter='all',stop;
        const title=c=>c.querySelector('h3').title,alike=new Intl.Collator(undefined,{numeric:true});
        async function copy(text){try{await navigator.clipboard.writeText(text)}catch{const t=document.createElement('textarea');
        t.value=text;document.body.append(t);t.select();document.execCommand('copy');t.remove()}
        toast.innerHTML='<i></i>'+text+' copied';toast.style.setProperty('--c',text);toast.classList.add('on');
        clearTimeout(timer);timer=setTimeout(()=>toast.classList.remove('on'),1400)}
        function show(){const w=word.value.toLowerCase();let any=false;for(const card of cards){
        const seen=title(card).toLowerCase().includes(w)&&(filter=='all'||card.matches('.bad'));
        card.hidden=!seen;any||=seen}nothing.hidden=any;halt(places()[0])}
        function sort(){const by=order.value,number=c=>+(c.dataset[by]??-1);
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
        document.addEventListener('click',e=>{const c=e.target.closest('[data-c]'),f=e.target.closest('[data-f]');
        if(c)copy(c.dataset.c);if(f){filter=f.dataset.f;for(const b of $('[data-f]'))b.ariaPressed=b==f;show()}});
        word.addEventListener('input',show);order.addEventListener('change',sort);halt(places()[0]);
        """

    /// A magpie: black cap and back, the white of the page for shoulder and belly, a long tail.
    static let bird = """
        <svg viewBox="0 0 48 48" fill="currentColor" aria-hidden="true">\
        <path d="M46 14l-6.5-2.200C38.3 8.7 35.3 7 32 7c-5 0-8.5 3.7-9.5 8.3-1 4.7-3.8 7.2-8 9.700L1 36.500l1 2 \
        15.5-6.300C20 35 24 36 27.5 35 35 33 38.5 26.5 39.2 18.200z"/>\
        <path d="M26 22c5 .5 8 3.5 7.5 7.5-2 2.3-5.5 3.7-8.5 3.2 2-2.2 2.8-6 1-10.700z" fill="var(--bg)"/>\
        <circle cx="33.5" cy="12.5" r="1.5" fill="var(--bg)"/>\
        <path d="M26 34.500h1.800V41H26zm5-1.600h1.800V41H31z"/></svg>
        """

    static let lens = """
        <svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.6" aria-hidden="true">\
        <circle cx="7" cy="7" r="4.7"/><path d="m10.5 10.5 4 4"/></svg>
        """
}
