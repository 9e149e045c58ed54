// The place of the server: the folder above this file, at any path of a proxy.

/** The path of the server, with a slash at its end: `/`, or `/magpie/` behind a proxy. Two slashes would begin the name of a host. */
export const home = new URL("..", import.meta.url).pathname.replace(/^\/{2,}/, "/");

/** The path of a route, such as `/engine/search`, in the browser. */
export const at = (route) => home + route.slice(1);

/** The address of the server for programs, without a slash at its end. */
export const server = location.origin + home.slice(0, -1);
