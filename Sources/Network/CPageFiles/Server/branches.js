// A tree of values such as `Bags > Handbags`, as nested lists of checkboxes.
import { h, number } from "./dom.js";
import { toggled } from "./state.js";

/** The rows of a tree; what lies in a branch that is not chosen, and has no choice in it, is folded. */
export function branchRows(facet, state, go) {
  const chosen = state.values[facet.field] ?? [];
  const holds = (branch) => chosen.some((value) => value === branch.path || value.startsWith(`${branch.path} > `));
  const list = (branches, more) => h("ul", { class: "branches" },
    branches.map((branch) => {
      const row = h("label", { class: "row" },
        h("input", {
          type: "checkbox", checked: chosen.includes(branch.path), "data-key": `${facet.field}:${branch.path}`,
          on: { change: () => go(toggled(state, facet.field, branch.path)) },
        }),
        h("span", { dir: "auto", class: "value" }, branch.name), h("b", {}, number(branch.count)));
      if (!branch.children.length) return h("li", {}, row);
      const isOpen = branches.length === 1 || holds(branch);
      return h("li", {}, row, h("details", { open: isOpen },
        h("summary", { "data-key": `in-${facet.field}:${branch.path}` }, `In ${branch.name}`),
        list(branch.children, branch.more)));
    }),
    more > 0 && h("li", {}, h("small", {}, `and ${number(more)} rarer`)));
  return list(facet.tree, 0);
}
