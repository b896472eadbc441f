import ts from 'typescript'
import { root } from '../../../workspace/root.ts'

/** The strictest project that takes generated files: all that templates of bundlers and frameworks ask for, and no newer library. */
const options: ts.CompilerOptions = {
  noEmit: true,
  strict: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noImplicitReturns: true,
  noImplicitOverride: true,
  noFallthroughCasesInSwitch: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noUncheckedSideEffectImports: true,
  exactOptionalPropertyTypes: true,
  isolatedModules: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  types: [],
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
}
/** Nothing is written there; packages are found from there. */
const folder = `${root}memory/`
const libraries = new Map<string, ts.SourceFile | undefined>()

/** The messages of the compiler for files in memory, one line each: `main.ts:2 TS2322`. */
export function compile(files: Readonly<Record<string, string>>): string[] {
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  const own = (path: string) => files[path.replace(folder, '')]
  host.directoryExists = (path) => `${path}/`.startsWith(folder) || ts.sys.directoryExists(path)
  host.fileExists = (path) => own(path) !== undefined || fileExists(path)
  host.getSourceFile = (path, version) => {
    const text = own(path)
    if (text !== undefined) return ts.createSourceFile(path, text, version)
    if (!libraries.has(path)) libraries.set(path, getSourceFile(path, version))
    return libraries.get(path)
  }
  const program = ts.createProgram(
    Object.keys(files).map((file) => folder + file),
    options,
    host,
  )
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, code }) => {
    const line = file ? ts.getLineAndCharacterOfPosition(file, start).line + 1 : 0
    return `${file?.fileName.replace(folder, '')}:${line} TS${code}`
  })
}
