import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** A name that a module exports, with the content of its docstring. */
export interface PublicName {
  module: string
  name: string
  /** The text before the first tag; empty without a docstring. */
  text: string
  /** Tags by name: `example`, `throws`. */
  tags: ReadonlyMap<string, string>
}

/** Every name that the modules of this folder export, type or value, resolved to its declaration. */
export function publicNames(modules: readonly string[]): PublicName[] {
  const files = modules.map((module) => fileURLToPath(new URL(module, import.meta.url)))
  const program = ts.createProgram(files, {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2024,
    allowImportingTsExtensions: true,
    noEmit: true,
  })
  const checker = program.getTypeChecker()
  return files.flatMap((file, index) => {
    const source = program.getSourceFile(file)
    const exported = source && checker.getSymbolAtLocation(source)
    return exported ? checker.getExportsOfModule(exported).map((symbol) => describe(modules[index] ?? '', symbol)) : []
  })

  function describe(module: string, symbol: ts.Symbol): PublicName {
    const declared = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    return {
      module,
      name: symbol.name,
      text: ts.displayPartsToString(declared.getDocumentationComment(checker)),
      tags: new Map(declared.getJsDocTags(checker).map(({ name, text }) => [name, ts.displayPartsToString(text)])),
    }
  }
}
