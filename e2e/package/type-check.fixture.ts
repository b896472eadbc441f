import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../src/workspace/root.ts'

const run = promisify(execFile)

/** A version of TypeScript. */
export interface Compiler {
  version: string
  /** What npm installs for it; undefined for a version that the repository has. */
  installed?: string
  /** Path of the program, from the project or absolute. */
  tsc: string
}

/** The oldest version, the versions on both sides of 5.8 (see `types.test.ts`), one of each major, and the newest. */
export const compilers = {
  '5.6': { version: '5.6', installed: 'typescript-5@npm:typescript@5.6.3', tsc: 'node_modules/typescript-5/bin/tsc' },
  '5.7': {
    version: '5.7',
    installed: 'typescript-5.7@npm:typescript@5.7.3',
    tsc: 'node_modules/typescript-5.7/bin/tsc',
  },
  '5.8': {
    version: '5.8',
    installed: 'typescript-5.8@npm:typescript@5.8.3',
    tsc: 'node_modules/typescript-5.8/bin/tsc',
  },
  '5.9': { version: '5.9', tsc: join(root, 'node_modules/typescript/bin/tsc') },
  '6.0': { version: '6.0', installed: 'typescript-6@npm:typescript@6.0.3', tsc: 'node_modules/typescript-6/bin/tsc' },
  '7.0': { version: '7.0', tsc: join(root, 'node_modules/typescript-7/bin/tsc') },
} as const satisfies Record<string, Compiler>

export const resolutions = {
  node16: { module: 'node16', moduleResolution: 'node16' },
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
}

/**
 * Checks files of a project with `strict` and without `skipLibCheck`.
 *
 * @param options further options of the compiler
 * @returns the compiler's complaints; empty if there are none
 */
export async function typeCheck(folder: string, compiler: Compiler, options: object, files: string[]): Promise<string> {
  const compilerOptions = { noEmit: true, strict: true, skipLibCheck: false, target: 'es2022', ...options }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const words = [resolve(folder, compiler.tsc), '--project', folder, '--pretty', 'false']
  return run(process.execPath, words, { cwd: folder }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  )
}

/** A program that imports entry points whole. @param names as in `exports`: `./orders` */
export function importsOf(names: readonly string[]): string {
  return names
    .map((name, index) => `import * as part${index} from 'rulebound${name.slice(1)}'\nvoid part${index}\n`)
    .join('')
}
