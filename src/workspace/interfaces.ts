import { readFileSync } from 'node:fs'
import { type Contract, contractOf, type Rule } from '../contract/contract.ts'
import { parseDocument } from '../contract/parse-document.ts'
import type { InterfaceSummary, RuntimeInterface } from '../contract/runtime.ts'
import { suggest } from '../contract/suggest.ts'
import { rootUrl } from './root.ts'

/** `generated/` cannot be read: a file is missing, or is not valid JSON. */
export class GeneratedFilesError extends Error {
  override readonly name = 'GeneratedFilesError'
}

/** There is no contract of this name, or its generated files cannot be read. */
export class NoContractError extends Error {
  override readonly name = 'NoContractError'
}

/** Every interface that has a document, in the order of `redocly.yaml`. */
export function listInterfaces(): InterfaceSummary[] {
  return readGenerated<{ interfaces: InterfaceSummary[] }>('interfaces.json').interfaces
}

/** The description of one interface for the mock. */
export function loadRuntime(name: string): RuntimeInterface {
  return readGenerated<RuntimeInterface>(`${name}/runtime.json`)
}

/**
 * The contract of an interface.
 *
 * @throws {NoContractError} when there is no interface of this name
 */
export function loadContract(name: string): Contract {
  return contractOf(name, parseDocument(name, read(name, 'openapi.yaml')), loadRules(name))
}

/**
 * The rules of an interface. It is faster than `loadContract`, which also reads the document.
 *
 * @throws {NoContractError} when there is no interface of this name
 */
export function loadRules(name: string): Rule[] {
  return JSON.parse(read(name, 'rules.json')).rules
}

function readGenerated<T>(file: string): T {
  try {
    return JSON.parse(readFileSync(new URL(`generated/${file}`, rootUrl), 'utf8'))
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'is missing' : `cannot be read: ${(error as Error).message}`
    throw new GeneratedFilesError(`generated/${file} ${reason}; run: npm run generate`)
  }
}

function read(name: string, file: string): string {
  try {
    if (!/^[\w-]+$/.test(name)) throw new NoContractError('no folder has such a name')
    return readFileSync(new URL(`generated/${name}/${file}`, rootUrl), 'utf8')
  } catch {
    const known = listInterfaces().map((one) => one.name)
    throw new NoContractError(
      known.includes(name)
        ? `generated/${name}/${file} cannot be read; run: npm run generate`
        : `there is no interface '${name}'; ${suggest(name, known)}`,
    )
  }
}
