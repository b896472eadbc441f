import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { UserError } from '../../user-error.ts'

/** How often the code below a folder has been edited, by the URL of the folder. */
const edits = new Map<string, number>()

/**
 * From now on an import loads the files below the folder again. Modules that others have loaded stay as they are.
 *
 * @throws {UserError} when this version of Node.js cannot load a module twice
 */
export function renewCode(folder: string): void {
  // Versions before 22.15 have no such function.
  const hook: typeof registerHooks | undefined = registerHooks
  if (!hook) {
    throw new UserError(`Node.js ${process.version} loads no code twice (22.15 does): start this command again`)
  }
  if (edits.size === 0) {
    hook({
      resolve(specifier, context, next) {
        const resolved = next(specifier, context)
        const [plain = ''] = resolved.url.split('?')
        const edited = [...edits].find(([below]) => plain.startsWith(below))
        return edited ? { ...resolved, url: `${plain}?edit=${edited[1]}` } : resolved
      },
    })
  }
  const url = `${pathToFileURL(folder).href}/`
  edits.set(url, (edits.get(url) ?? 0) + 1)
}

/** Where code has a fault, without the frames of Node.js and of packages, which help nobody. */
export function describeFault({ stack = '', message }: Error): string {
  const lines = stack.split('\n').filter((line) => !/^\s+at .*(node:internal|node_modules)/.test(line))
  return lines.length > 0 ? lines.slice(0, 8).join('\n') : message
}
