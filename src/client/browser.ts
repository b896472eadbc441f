/** The globals that tell a browser from a server. */
export interface Globals {
  process?: { versions?: { node?: string } }
  document?: unknown
  WorkerGlobalScope?: unknown
  importScripts?: unknown
}

/** Whether this code runs in a page or in a worker of a page. A test environment that imitates a page in Node does not count. */
export function isBrowser(globals: Globals = globalThis): boolean {
  if (globals.process?.versions?.node) return false
  return (
    globals.document !== undefined || (globals.WorkerGlobalScope !== undefined && globals.importScripts !== undefined)
  )
}
