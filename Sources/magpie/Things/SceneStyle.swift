/// What a page of discovered things adds to the style of hits.
enum SceneStyle {
    /// For boxes and their numbers: white text on them has a contrast of 4.5 at least (WCAG AA).
    static let colors = [
        "#d1441b", "#2b7d9f", "#30834e", "#9e56c2", "#996d0d", "#d33675", "#10837c", "#5b6bd1", "#8a6d3b", "#64747d",
    ]

    static let css = """
        .scene{display:grid;grid-template-columns:minmax(280px,5fr) minmax(0,7fr);gap:30px;align-items:start;
        margin-bottom:44px}
        .view{position:sticky;top:20px}
        .view figure{padding:18px}
        .view img{max-height:78vh}
        .view .dir{margin-top:8px;text-align:center}
        .spot{position:absolute;border:2.5px solid var(--n);border-radius:6px;box-shadow:0 0 0 1px #fff9,inset 0 0 0 1px #fff9;
        transition:background .15s}
        .spot:hover,.spot.on{background:color-mix(in srgb,var(--n) 26%,transparent)}
        .spot b,.thing h2 b{display:grid;place-items:center;min-width:24px;height:24px;padding:0 6px;border-radius:12px;
        background:var(--n);color:#fff;font:650 13px/1 system-ui,sans-serif}
        .spot b{position:absolute;left:-2.5px;top:-2.5px;border-radius:6px 0 12px;box-shadow:1px 1px 0 #fff9}
        .things{display:grid;gap:16px;min-width:0}
        .thing{background:var(--card);border:1px solid var(--line);border-left:5px solid var(--n);border-radius:14px;
        padding:14px 16px 16px;min-width:0;scroll-margin-top:20px;transition:border-color .15s}
        .thing.on,.thing:target{border-color:var(--n)}
        .thing h2{display:flex;flex-wrap:wrap;align-items:center;gap:4px 10px;font-size:17px;font-weight:620;color:var(--ink)}
        .thing h2 em{font-style:normal;white-space:nowrap;font-weight:400;font-size:12.5px;color:var(--soft)}
        .thing h2 small{margin-left:auto;white-space:nowrap;font-size:12px;font-weight:400;color:var(--soft)}
        .hits .strip{display:flex;gap:12px;overflow-x:auto;margin-top:12px;padding-bottom:6px;scrollbar-width:thin}
        .strip .card{flex:0 0 142px;border-radius:12px}
        .strip .stage{height:128px}
        .hits .strip .stage img{max-width:calc(100% - 16px);max-height:112px}
        .strip .rank{top:6px;left:6px;min-width:22px;height:22px;font-size:11.5px}
        .strip .score{padding:8px 10px 0;font-size:11.5px;gap:7px}
        .hits .strip div.text{padding:5px 10px 10px}
        .strip h3{font-size:12.5px;display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical}
        .strip .chips,.strip .long,.strip .act{display:none}
        .strip .note{font-size:11px;margin-bottom:1px}
        .scene.bad{display:block;padding:16px;border-radius:14px;background:var(--badbg);color:var(--bad)}
        @media(max-width:900px){.scene{grid-template-columns:1fr}.view{position:static}}
        """

    static let script = """
        for(const kind of ['mouseover','mouseout'])document.addEventListener(kind,e=>{
        const hit=e.target.closest('.spot,.thing');if(!hit)return;
        const id=hit.id||hit.hash.slice(1),on=kind=='mouseover';
        for(const part of [document.getElementById(id),document.querySelector(`.spot[href="#${id}"]`)])
        part?.classList.toggle('on',on)});
        """
}
