import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parse } from 'yaml'
import { type Contract, contractOf, type Rule } from '../contract/contract.ts'
import type { DocumentNode } from '../contract/json-pointer.ts'
import { suggest } from '../contract/suggest.ts'
import { findUserInterface, knownInterfaces, listUserInterfaces } from './interfaces.ts'
import { root, rootUrl } from './root.ts'
import { selectNamed } from './select-named.ts'

/** There is no contract of this name, or its generated files cannot be read. */
export class NoContractError extends Error {
  override readonly name = 'NoContractError'
}

/**
 * The contract of an interface.
 *
 * @throws {NoContractError} when there is no interface of this name
 */
export function loadContract(name: string): Contract {
  return (
    findUserInterface(name)?.contract ??
    contractOf(name, parseDocument(name, read(name, 'openapi.yaml')), loadRules(name))
  )
}

/**
 * The rules of an interface. It is faster than `loadContract`, which also reads the document.
 *
 * @throws {NoContractError} when there is no interface of this name
 */
export function loadRules(name: string): Rule[] {
  const contract = findUserInterface(name)?.contract
  return contract ? [...contract.rules.values()] : JSON.parse(read(name, 'rules.json')).rules
}

/**
 * Names of catalogues of rules: these, or those of the workspace, or the bundled ones. A bundled catalogue may have no document.
 *
 * @throws {UserError} for a name that no catalogue has
 */
export function selectCatalogues(names: readonly string[]): string[] {
  const ofUser = listUserInterfaces().map(({ summary }) => summary)
  const bundled = globSync('*/rules.json', { cwd: `${root}generated` }).map((file) => ({ name: dirname(file) }))
  if (names.length === 0) return (ofUser.length > 0 ? ofUser : bundled).map(({ name }) => name)
  return selectNamed(names, [...ofUser, ...bundled.filter(({ name }) => !findUserInterface(name))]).map(
    ({ name }) => name,
  )
}

const parsed = new Map<string, { text: string; document: DocumentNode }>()

/** Parsing YAML is slow and one process needs the same document often, so the last document of each name is kept. */
function parseDocument(name: string, text: string): DocumentNode {
  const known = parsed.get(name)
  if (known?.text === text) return known.document
  const document = parse(text) as DocumentNode
  parsed.set(name, { text, document })
  return document
}

function read(name: string, file: string): string {
  try {
    if (!/^[\w-]+$/.test(name)) throw new NoContractError('no folder has such a name')
    return readFileSync(new URL(`generated/${name}/${file}`, rootUrl), 'utf8')
  } catch {
    const known = knownInterfaces().map((one) => one.name)
    throw new NoContractError(
      known.includes(name)
        ? `generated/${name}/${file} cannot be read; run: npm run generate`
        : `there is no interface '${name}'; ${suggest(name, known)}`,
    )
  }
}
