import { builtinModules } from 'node:module'
import { posix } from 'node:path'
import ts from 'typescript'

/** Files and packages that can be reached through imports. */
export interface Reached {
  files: ReadonlyMap<string, string>
  /** Names of the imported packages, each with a file that imports it. */
  packages: ReadonlyMap<string, string>
}

/** Follows the imports of compiled files. Targets of imports that are computed at run time must be among the entries. */
export function reach(emitted: ReadonlyMap<string, string>, entries: readonly string[]): Reached {
  const files = new Map<string, string>()
  const packages = new Map<string, string>()
  const follow = (file: string, importer: string): void => {
    if (files.has(file)) return
    const text = emitted.get(file)
    if (text === undefined) throw new Error(`${importer} imports ${file}, which was not compiled`)
    files.set(file, text)
    const isDeclaration = file.endsWith('.d.ts')
    for (const { fileName: name } of ts.preProcessFile(text).importedFiles) {
      if (!name.startsWith('.')) {
        const owner = packageOf(name)
        if (owner && !packages.has(owner)) packages.set(owner, file)
      } else if (!name.endsWith('.json')) {
        const target = posix.join(posix.dirname(file), name)
        follow(isDeclaration ? target.replace(/\.js$/, '.d.ts') : target, file)
      }
    }
  }
  for (const entry of entries) follow(entry, 'package.json')
  return { files, packages }
}

function packageOf(name: string): string | undefined {
  if (name.startsWith('node:') || builtinModules.includes(name)) return undefined
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')
}
