/**
 * `node:http` without an `import`. An `import` reads every export, among them `WebSocket`, and so loads Node's whole client for `fetch`,
 * which takes ten times as long and 14 MB.
 */
export const { createServer, METHODS, STATUS_CODES }: typeof import('node:http') = process.getBuiltinModule('node:http')
