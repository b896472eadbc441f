import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join, posix } from 'node:path'
import ts from 'typescript'
import { UserError } from '../../src/user-error.ts'
import { root } from '../../src/workspace/root.ts'

/** Packages whose declarations the package brings: the type of a client is that of openapi-fetch. */
const brought = ['openapi-fetch', 'openapi-typescript-helpers']

/**
 * Compiles the declarations of entries, and of all files that they mention.
 *
 * @param entries sources, relative to the root of the repository
 * @param allowed packages that the declarations may import
 * @returns texts by path in the package
 * @throws {UserError} when a declaration cannot be compiled, or imports another package
 */
export function compileDeclarations(entries: readonly string[], allowed: readonly string[]): Map<string, string> {
  // The folder is inside the repository, so that the compiler finds the imported packages.
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache/declarations-'))
  try {
    compile(entries, folder)
    const declarations = new Map<string, string>()
    const add = (file: string): void => {
      if (declarations.has(file)) return
      const name = brought.find((one) => file === `src/packages/${one}.d.ts`)
      const path = name ? join(root, 'node_modules', name, 'dist/index.d.mts') : join(folder, file)
      const text = readFileSync(path, 'utf8').replaceAll(/ from ["']([\w-]+)["']/g, (all, one: string) =>
        brought.includes(one) ? ` from './${posix.relative(posix.dirname(file), `src/packages/${one}.ts`)}'` : all,
      )
      declarations.set(file, text)
      for (const { fileName: name } of ts.preProcessFile(text).importedFiles) {
        if (name.startsWith('.')) add(declarationOf(posix.join(posix.dirname(file), name)))
        else if (!isKnown(name, allowed))
          throw new UserError(`${file} imports ${name}, which users do not get: its types must not be in a declaration`)
      }
    }
    for (const entry of entries) add(declarationOf(entry))
    return declarations
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function compile(entries: readonly string[], outDir: string): void {
  const options = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    incremental: false,
    allowJs: false,
    checkJs: false,
  }
  // The configuration of Vitest brings its options into Vite's types, as it does when the repository is type-checked.
  const files = [...entries, 'vitest.config.ts'].map((entry) => join(root, entry))
  const compilerOptions = { ...options, rootDir: root, outDir }
  const project = join(outDir, 'tsconfig.json')
  writeFileSync(project, JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, include: [], files }))
  const words = [join(root, 'node_modules/typescript-7/bin/tsc'), '--project', project, '--pretty', 'false']
  const { stdout, stderr, error, status } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' })
  if (error) throw error
  if (status !== 0) throw new UserError(stdout + stderr)
}

/** `./src/testing/testing.ts` is declared by `src/testing/testing.d.ts`. */
function declarationOf(file: string): string {
  return posix.normalize(file).replace(/\.ts$/, '.d.ts')
}

function isKnown(name: string, allowed: readonly string[]): boolean {
  const known = [...allowed, ...builtinModules]
  return name.startsWith('node:') || known.some((one) => name === one || name.startsWith(`${one}/`))
}
