export const byID = (id) => document.getElementById(id);

/** A new element with properties and children. The texts of the manifest come in as properties only. */
export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}
