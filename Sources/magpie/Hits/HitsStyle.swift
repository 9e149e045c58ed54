/// What a page of hits adds to the style of the report.
enum HitsStyle {
    static let css = """
        :root{--shape:#4c78a8;--color:#e0823d;--pattern:#5a9e6f;--text:#9a6fb0}
        @media(prefers-color-scheme:dark){:root{--shape:#6f9fd0;--color:#ef9a5b;--pattern:#79bd8d;--text:#b792cc}}
        .hits h1 span{min-width:0;overflow-wrap:anywhere}
        .ask{display:grid;grid-template-columns:minmax(220px,340px) 1fr;gap:20px;margin-top:20px;align-items:start}
        .ask .side{min-width:0}
        .ask.brief{grid-template-columns:minmax(180px,260px) 1fr;align-items:stretch}
        .ask.brief .side{display:grid;align-content:center}
        .ask.brief .charts{display:none}
        .ask.brief img{max-height:190px}
        .skip{position:absolute;left:-9999px;padding:10px 16px;border-radius:0 0 10px;background:var(--ink);color:var(--bg)}
        .skip:focus{left:0;top:0;z-index:4}
        a:focus-visible,main:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
        .ask .tiles{margin:0 0 12px}
        .subject{display:grid;gap:12px}
        figure{border-radius:16px;padding:16px;display:grid;place-items:center;border:1px solid var(--line);
        background:color-mix(in oklab,var(--c,var(--line)) 26%,var(--card))}
        figure span{position:relative;display:block;line-height:0}
        figure img{max-width:100%;max-height:340px;border-radius:6px;box-shadow:0 4px 18px #0003}
        figure svg{position:absolute;inset:0;width:100%;height:100%}
        .dim{fill:#0009}.box{fill:none;stroke:#fff;stroke-width:3;vector-effect:non-scaling-stroke}
        .slices{display:flex;height:150px;border-radius:16px;overflow:hidden;border:1px solid var(--line)}
        .slices button{flex:1 1 0;min-width:0;border:0;background:var(--c);cursor:copy;font:600 13px/1 inherit;
        display:flex;align-items:end;padding:12px}
        blockquote{font-size:24px;font-weight:560;letter-spacing:-.01em;line-height:1.3;padding:20px;border-radius:16px;
        background:var(--card);border:1px solid var(--line);overflow-wrap:anywhere}
        blockquote::before{content:"“"}blockquote::after{content:"”"}
        .where{display:flex;flex-wrap:wrap;gap:6px;margin-bottom:12px}
        .where span{padding:4px 12px;border-radius:14px;background:var(--ink);color:var(--bg);font-size:12.5px}
        .hits .charts{grid-template-columns:repeat(auto-fit,minmax(200px,1fr));align-items:start}
        .rows button{font:inherit;color:inherit;background:none;border:0;padding:0;text-align:left;cursor:copy;
        max-width:150px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
        .rows button:hover{color:var(--accent)}
        figure.none{min-height:120px;text-align:center}
        .bins{display:flex;align-items:flex-end;gap:3px;height:72px;margin-top:12px;border-bottom:1px solid var(--line)}
        .bins u{flex:1;border-radius:3px 3px 0 0}
        .range{display:flex;align-items:center;justify-content:space-between;gap:10px;margin-top:14px}
        .bins+.range{margin-top:4px}
        .bins+.range b{font-size:13px}
        .range b{font-size:17px;font-weight:600}
        .range i{flex:1;height:8px;border-radius:4px;background:linear-gradient(90deg,color-mix(in srgb,var(--bar) 35%,
        transparent),var(--bar))}
        .hits main{margin-top:26px}
        .notice{margin-bottom:12px;padding:10px 16px;border-radius:12px;background:var(--card);border:1px solid var(--line)}
        .apart{font-size:18px;font-weight:620;color:var(--ink);margin-bottom:14px}
        .far .stage img,.far .score i,.far .chips,.far .long,.far .dots{opacity:.55}
        .far .stage{background:var(--bg)}
        .note{font-size:12px;font-style:italic;color:var(--soft);margin-bottom:3px}
        .legend{display:flex;gap:16px;margin-bottom:12px;font-size:12.5px;color:var(--soft)}
        .legend span{display:flex;gap:6px;align-items:center}
        .legend i{width:11px;height:11px;border-radius:3px}
        .hits .sheet{grid-template-columns:repeat(auto-fill,minmax(min(224px,100%),1fr));gap:18px}
        .hits .card{border-radius:16px;overflow:hidden;content-visibility:visible;transition:transform .16s,box-shadow .16s}
        .hits .card:hover{transform:translateY(-3px);box-shadow:0 10px 26px #0002}
        .hits .stage{height:232px;border-radius:0;position:relative}
        .hits .stage img{max-width:calc(100% - 28px);max-height:204px;border-radius:5px}
        .rank{position:absolute;top:10px;left:10px;min-width:26px;height:26px;padding:0 7px;border-radius:13px;
        display:grid;place-items:center;font-size:12.5px;font-weight:650;color:var(--ink);
        background:color-mix(in srgb,var(--card) 82%,transparent);backdrop-filter:blur(6px)}
        .score{display:flex;align-items:center;gap:10px;padding:10px 14px 0;font-size:12.5px}
        .score b{font-weight:620}
        .score i{flex:1;display:flex;height:7px;border-radius:4px;overflow:hidden;background:var(--line)}
        .score u{height:100%}
        .plain{background:var(--accent)}.shape{background:var(--shape)}.color{background:var(--color)}
        .pattern{background:var(--pattern)}u.text,i.text{background:var(--text);padding:0;flex:none}
        .hits div.text{padding:8px 14px 10px}
        .hits h3{font-size:14.5px;white-space:normal;line-height:1.3}
        .chips{display:flex;flex-wrap:wrap;gap:5px;margin-top:9px}
        .chips span{font-size:12px;padding:2px 8px;border-radius:8px;background:var(--bg);overflow-wrap:anywhere}
        .chips em{font-style:normal;color:var(--soft)}
        .patch{display:inline-block;width:10px;height:10px;border-radius:3px;margin:0 3px -1px 0;outline:1px solid #8886}
        .long{font-size:12px;color:var(--soft);margin-top:8px;display:-webkit-box;-webkit-line-clamp:2;
        -webkit-box-orient:vertical;overflow:hidden}
        .card:hover .long{-webkit-line-clamp:8}
        .act{display:flex;align-items:center;justify-content:space-between;gap:8px;padding:0 14px 13px}
        .dots{display:flex;gap:4px;min-width:0}
        .dot{width:17px;height:17px;flex:none;border-radius:50%;border:0;padding:0;background:var(--c);cursor:copy;
        box-shadow:inset 0 0 0 1px #8885}
        .dot:hover{transform:scale(1.2)}
        .more{font:inherit;white-space:nowrap;font-size:12.5px;font-weight:560;color:var(--accent);background:none;cursor:copy;padding:5px 11px;
        border:1px solid var(--line);border-radius:14px}
        .more:hover{background:var(--accent);border-color:var(--accent);color:var(--card)}
        .groups{display:flex;flex-wrap:wrap;gap:26px 34px}
        .group{width:calc(var(--n)*178px + (var(--n) - 1)*14px);max-width:100%}
        .hits .group .sheet{grid-template-columns:repeat(auto-fill,minmax(min(178px,100%),1fr));gap:14px}
        .group .act{flex-wrap:wrap}
        .group h2{font-size:18px;font-weight:620;color:var(--ink);margin-bottom:10px;overflow-wrap:anywhere}
        .toast{max-width:min(90vw,640px);font-size:13px}
        .toast code{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
        @media(max-width:760px){.ask,.ask.brief{grid-template-columns:1fr}}
        @media(max-width:760px){.group{width:100%}}
        """

    static let script = """
        const [toast]=document.querySelectorAll('.toast');let timer;
        async function copy(text){try{await navigator.clipboard.writeText(text)}catch{const t=document.createElement('textarea');
        t.value=text;document.body.append(t);t.select();document.execCommand('copy');t.remove()}
        const code=document.createElement('code');code.textContent=text;toast.replaceChildren('Copied ',code);
        toast.classList.add('on');clearTimeout(timer);timer=setTimeout(()=>toast.classList.remove('on'),2200)}
        document.addEventListener('click',e=>{const c=e.target.closest('[data-copy]');if(c)copy(c.dataset.copy)});
        document.addEventListener('keydown',e=>{const way={ArrowRight:1,ArrowLeft:-1}[e.key],dot=e.target.closest('.dot');
        if(!way||!dot)return;const dots=[...dot.parentNode.children],next=dots[dots.indexOf(dot)+way];if(!next)return;
        dot.tabIndex=-1;next.tabIndex=0;next.focus();e.preventDefault()});
        """
}
