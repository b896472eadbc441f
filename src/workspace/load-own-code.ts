import { existsSync } from 'node:fs'
import { register } from 'node:module'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UserError } from '../user-error.ts'
import { findOwnInterface } from './interfaces.ts'

/** In the order in which they are looked for. */
const extensions = ['.ts', '.mts', '.js', '.mjs']

/**
 * Loads a file of the user that belongs to an interface: `definition`, `checks`.
 *
 * @returns undefined if there is no such file
 * @throws {UserError} for a file that has a fault, with the place of the fault
 */
export async function loadOwnCode<Module>(name: string, file: string): Promise<Module | undefined> {
  const folder = findOwnInterface(name)?.code
  if (folder === undefined) return undefined
  const path = extensions.map((extension) => join(folder, file + extension)).find((one) => existsSync(one))
  if (path === undefined) return undefined
  if (path.endsWith('ts')) stripTypes()
  try {
    return await import(pathToFileURL(path).href)
  } catch (error) {
    throw new UserError(`${relative(process.cwd(), path)} cannot be loaded:\n${describe(error)}`, { cause: error })
  }
}

/** The message, with the place in the user's code. A frame of this program helps nobody. */
function describe(error: unknown): string {
  const { stack, message } = error as Error
  const frames = (stack ?? '').split('\n').filter((line) => !/^\s+at .*(node:internal|node_modules)/.test(line))
  return frames.length > 0 ? frames.slice(0, 8).join('\n') : message
}

let strips = false

/** Versions of Node.js before 22.18 run no TypeScript by themselves, but can strip types. */
function stripTypes(): void {
  if (strips || process.features.typescript) return
  strips = true
  register(`data:text/javascript,${encodeURIComponent(hooks)}`)
}

const hooks = `
import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'
export async function load(url, context, next) {
  if (!/^file:.*[.]m?ts$/.test(url.split('?')[0])) return next(url, context)
  const source = stripTypeScriptTypes(await readFile(fileURLToPath(url), 'utf8'))
  return { format: 'module', source, shortCircuit: true }
}
`
