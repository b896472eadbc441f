import { join, relative } from 'node:path'
import ts from 'typescript'
import { UserError } from '../../src/cli/user-error.ts'
import { root } from '../generate/interfaces.ts'

/** What the compiler made. */
export interface Compilation {
  /** Contents by path, relative to the root of the repository: `.js` and `.d.ts` side by side. */
  emitted: Map<string, string>
  /** @throws {UserError} when one of these declarations could not be written as it should be */
  assertDeclared(declarations: Iterable<string>): void
}

/** Tells Vitest's part of Vite's options, as it does for the type checker of the repository. */
const ambient = 'vitest.config.ts'

/**
 * Compiles sources and all that they import.
 *
 * @param entries files, relative to the root of the repository
 * @throws {UserError} when a file cannot be parsed
 */
export function compile(entries: readonly string[]): Compilation {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { tsBuildInfoFile: _, ...settings } = config.compilerOptions
  const { options } = ts.convertCompilerOptionsFromJson(
    {
      ...settings,
      noEmit: false,
      incremental: false,
      allowJs: false,
      checkJs: false,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      rootDir: root,
      outDir: root,
    },
    root,
  )
  const program = ts.createProgram(
    [...entries, ambient].map((entry) => join(root, entry)),
    options,
  )
  // Whether the types are right, `npm run typecheck` says.
  assertFaultless(program.getSyntacticDiagnostics())
  const emitted = new Map<string, string>()
  program.emit(undefined, (file, text) => void emitted.set(relative(root, file), rewrite(file, text)))
  return {
    emitted,
    assertDeclared(declarations) {
      const sources = [...declarations].map((file) =>
        program.getSourceFile(join(root, file.replace(/\.d\.ts$/, '.ts'))),
      )
      assertFaultless(sources.flatMap((source) => program.getDeclarationDiagnostics(source)))
    },
  }
}

function assertFaultless(faults: readonly ts.Diagnostic[]): void {
  if (faults.length === 0) return
  const host = { getCurrentDirectory: () => root, getCanonicalFileName: (name: string) => name, getNewLine: () => '\n' }
  throw new UserError(ts.formatDiagnostics(faults, host))
}

/** The compiler rewrites the imports of scripts, but not those of declarations. */
function rewrite(file: string, text: string): string {
  return file.endsWith('.d.ts')
    ? text.replace(/((?:from|import) ?\(?)(["'])(\.{1,2}\/[^"']+)\.ts\2/g, '$1$2$3.js$2')
    : text
}
