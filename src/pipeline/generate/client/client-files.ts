import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import type { Contract } from '../../../contract/contract.ts'
import { rootUrl } from '../../../workspace/root.ts'
import { type Extension, printClient } from './print-client.ts'

/** The source of a module of the runtime. The package has it as a text. */
function readSource(module: string): string {
  const [file] = [`client-runtime/${module}.ts.txt`, `src/client/${module}.ts`]
    .map((path) => new URL(path, rootUrl))
    .filter((path) => existsSync(path))
  return readFileSync(file as URL, 'utf8')
}

/**
 * The files of a client by path: `client.ts`, and the part of the runtime that it uses. An application needs openapi-fetch beside them, and
 * nothing else. A workspace that has the runtime as a source uses that.
 *
 * @param head the line at the head of each file
 * @param base the root of the workspace
 */
export function clientFiles(contract: Contract, head: string, base: string): Map<string, string> {
  const extension = extensionFor(base)
  const hasRuntime = existsSync(join(base, 'src/client/operation.ts'))
  const { text, runtime } = printClient(contract, head, extension, hasRuntime ? '../../src/client' : './runtime')
  const files = new Map([['client.ts', text]])
  const pending = hasRuntime ? [] : runtime
  for (let module = pending.pop(); module !== undefined; module = pending.pop()) {
    const file = `runtime/${module}.ts`
    if (files.has(file)) continue
    const source = readSource(module)
    pending.push(...Array.from(source.matchAll(/ from '\.\/([\w-]+)\.ts'/g), ([, name = '']) => name))
    files.set(file, `// ${head}\n\n${source.replaceAll(/( from '\.\/[\w-]+)\.ts'/g, `$1${extension}'`)}`)
  }
  return files
}

/** How the compiler of a project takes the names of modules. Node.js runs TypeScript with names that end with `.ts`. */
export function extensionFor(base: string): Extension {
  const file = join(base, 'tsconfig.json')
  if (!existsSync(file)) return '.ts'
  const { config } = ts.readConfigFile(file, (path) => readFileSync(path, 'utf8'))
  const { options } = ts.parseJsonConfigFileContent(config ?? {}, { ...ts.sys, readDirectory: () => [] }, base)
  return options.allowImportingTsExtensions || options.rewriteRelativeImportExtensions ? '.ts' : '.js'
}
