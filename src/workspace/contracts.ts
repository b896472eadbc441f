import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Contract, contractOf, type Rule } from '../contract/contract.ts'
import type { DocumentNode } from '../contract/json-pointer.ts'
import { suggest } from '../contract/suggest.ts'
import { findUserInterface, knownInterfaces, listUserInterfaces, NoContractError, readGenerated } from './interfaces.ts'
import { root } from './root.ts'
import { selectNamed } from './select-named.ts'

/**
 * The contract of an interface. Its rules are read when they are first needed.
 *
 * @throws {NoContractError} when there is no interface of this name, or its generated files cannot be read
 */
export function loadContract(name: string): Contract {
  const found = findUserInterface(name)
  if (found) return found.contract
  const { $comment: _, ...document } = read<DocumentNode>(name, 'openapi.json')
  return contractOf(name, document, () => loadRules(name))
}

/**
 * The rules of an interface, or of a catalogue without a document.
 *
 * @throws {NoContractError} when there is no catalogue of this name, or it cannot be read
 */
export function loadRules(name: string): Rule[] {
  const contract = findUserInterface(name)?.contract
  return contract ? [...contract.rules.values()] : read<{ rules: Rule[] }>(name, 'rules.json').rules
}

/**
 * Names of catalogues of rules: these, or those of the workspace, or the bundled ones. A bundled catalogue may have no document.
 *
 * @throws {UserError} for a name that no catalogue has
 */
export function selectCatalogues(names: readonly string[]): string[] {
  const ofUser = listUserInterfaces().map(({ contract }) => contract)
  const bundled = globSync('*/rules.json', { cwd: `${root}generated` }).map((file) => ({ name: dirname(file) }))
  if (names.length === 0) return (ofUser.length > 0 ? ofUser : bundled).map(({ name }) => name)
  return selectNamed(names, [...ofUser, ...bundled.filter(({ name }) => !findUserInterface(name))]).map(
    ({ name }) => name,
  )
}

function read<T>(name: string, file: string): T {
  try {
    return readGenerated<T>(`${name}/${file}`)
  } catch (error) {
    const known = knownInterfaces().map((one) => one.name)
    if (known.includes(name)) throw error
    throw new NoContractError(`there is no interface '${name}'; ${suggest(name, known)}`)
  }
}
