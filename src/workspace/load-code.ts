import { existsSync } from 'node:fs'
import { register } from 'node:module'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { product } from '../product.ts'
import { UserError } from '../user-error.ts'
import { root, rootUrl } from './root.ts'

/** In the order in which they are looked for. */
const extensions = ['.ts', '.mts', '.js', '.mjs']

/** The path of a file of code, without its extension in `file`; undefined if there is none. */
export function findCode(folder: string | undefined, file: string): string | undefined {
  if (folder === undefined) return undefined
  return extensions.map((extension) => join(folder, file + extension)).find((one) => existsSync(one))
}

/**
 * Loads a file of the code of an interface: `definition`, `checks`.
 *
 * @param folder of the code
 * @returns undefined if there is no such file
 * @throws {UserError} for a file that has a fault, with the place of the fault
 */
export async function loadCode<Module>(folder: string | undefined, file: string): Promise<Module | undefined> {
  const path = findCode(folder, file)
  if (path === undefined) return undefined
  if (!path.startsWith(`${root}src`)) addHooks()
  try {
    return await import(currentCode(pathToFileURL(path).href))
  } catch (error) {
    throw new UserError(`${relative(process.cwd(), path)} cannot be loaded:\n${describeFault(error)}`, { cause: error })
  }
}

/** From now on, code of interfaces is loaded again, with what it imports by relative paths. What has loaded it already keeps what it has. */
export function renewCode(): void {
  addHooks()
  edits++
}

let edits = 0

/** The address of a module, with the number of edits, since Node.js loads an address once. */
function currentCode(url: string): string {
  return edits > 0 ? `${url}?edit=${edits}` : url
}

/** The message, with the place in the user's code. A frame of this program helps nobody. */
export function describeFault(error: unknown): string {
  const { stack, message } = error as Error
  const frames = (stack ?? '')
    .split('\n')
    .filter((line) => !/^\s+at .*(node:internal|node_modules|data:text)/.test(line))
  return frames.length > 0 ? frames.slice(0, 8).join('\n') : message
}

let hasHooks = false

/**
 * Code of a user imports this package by its name, and has to get the running one: another copy has other classes, and a repository
 * without Node.js packages has none. Versions of Node.js before 22.18 run no TypeScript by themselves, but can strip types.
 */
function addHooks(): void {
  if (hasHooks) return
  hasHooks = true
  const { noDeprecation = false } = process
  // Its successor, `registerHooks`, is missing before Node.js 22.15.
  process.noDeprecation = true
  register(`data:text/javascript,${encodeURIComponent(hooks)}`, {
    data: {
      prefix: `${product}/`,
      parentURL: new URL('package.json', rootUrl).href,
      strips: !process.features.typescript,
    },
  })
  process.noDeprecation = noDeprecation
}

const hooks = `
import { readFile } from 'node:fs/promises'
import * as module from 'node:module'
let options
export function initialize(given) {
  options = given
  // This thread strips types, of which Node.js 22 warns.
  process.removeAllListeners('warning')
}
export async function resolve(specifier, context, next) {
  if (specifier.startsWith(options.prefix)) return next(specifier, { ...context, parentURL: options.parentURL })
  const resolved = await next(specifier, context)
  const edit = /^[.]/.test(specifier) && /[?]edit=.+$/.exec(context.parentURL)
  return edit ? { ...resolved, url: resolved.url + edit[0] } : resolved
}
export async function load(url, context, next) {
  if (!options.strips || !/^file:.*[.]m?ts$/.test(url.split('?')[0])) return next(url, context)
  const source = module.stripTypeScriptTypes(await readFile(new URL(url), 'utf8'))
  return { format: 'module', source, shortCircuit: true }
}
`
