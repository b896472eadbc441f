import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../../src/user-error.ts'
import { root } from '../../src/workspace/root.ts'

/** Output of the compiler. */
export interface Compilation {
  /** Contents by path, relative to the root of the repository: `.js` and `.d.ts` side by side. */
  emitted: Map<string, string>
  /** @throws {UserError} when the compiler could not write one of these declarations correctly */
  assertDeclared(declarations: Iterable<string>): void
}

interface Fault {
  /** Relative to the root of the repository. */
  file: string
  code: string
  text: string
}

/** Brings Vitest's options into Vite's types, as it does when the repository is type-checked. */
const ambient = 'vitest.config.ts'

/**
 * Compiles sources and everything that they import.
 *
 * @param entries files, relative to the root of the repository
 * @throws {UserError} when a file cannot be compiled
 */
export function compile(entries: readonly string[]): Compilation {
  // The folder is inside the repository, so that the compiler finds the imported packages.
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache/compiled-'))
  try {
    const out = join(folder, 'out')
    const project = join(folder, 'tsconfig.json')
    writeFileSync(project, JSON.stringify(projectOf(entries, out)))
    const faults = runCompiler(project)
    assertFaultless(faults.filter(({ code }) => !isOfDeclaration(code)))
    const files = globSync('**/*.{js,d.ts}', { cwd: out })
    return {
      emitted: new Map(files.map((file) => [file, rewrite(file, readFileSync(join(out, file), 'utf8'))])),
      assertDeclared(declarations) {
        const sources = new Set([...declarations].map((file) => file.replace(/\.d\.ts$/, '.ts')))
        assertFaultless(faults.filter(({ file, code }) => isOfDeclaration(code) && sources.has(file)))
      },
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function projectOf(entries: readonly string[], outDir: string): object {
  return {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      incremental: false,
      allowJs: false,
      checkJs: false,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      rootDir: root,
      outDir,
    },
    include: [],
    files: [...entries, ambient].map((entry) => join(root, entry)),
  }
}

function runCompiler(project: string): Fault[] {
  const words = [join(root, 'node_modules/typescript-7/bin/tsc'), '--project', project, '--pretty', 'false']
  const { stdout, stderr, error } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' })
  if (error || stderr !== '') throw error ?? new Error(stderr)
  // Further lines of a message are indented.
  return stdout
    .split(/\n(?=\S)/)
    .filter((text) => text.trim() !== '')
    .map((text) => {
      const [, file = '', code = ''] = /^(?:(.+)\(\d+,\d+\): )?error (TS\d+):/.exec(text) ?? []
      return { file, code, text }
    })
}

/** TS4000 to TS4999: an export has a type that cannot be named. This only matters for published declarations. */
function isOfDeclaration(code: string): boolean {
  return /^TS4\d{3}$/.test(code)
}

function assertFaultless(faults: readonly Fault[]): void {
  if (faults.length > 0) throw new UserError(faults.map(({ text }) => text).join('\n'))
}

/** The compiler rewrites imports in `.js` files, but not in declarations. */
function rewrite(file: string, text: string): string {
  return file.endsWith('.d.ts')
    ? text.replace(/((?:from|import) ?\(?)(["'])(\.{1,2}\/[^"']+)\.ts\2/g, '$1$2$3.js$2')
    : text
}
