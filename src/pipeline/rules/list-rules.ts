import { relative } from 'node:path'
import { isOnTheWire, type Rule } from '../../contract/contract.ts'
import { readCatalogue } from '../../contract/rule-catalogue.ts'
import { loadChecks } from '../../interfaces/load.ts'
import type { RuleCatalogue, Workspace, WorkspaceInterface } from '../../workspace/workspace.ts'

/** A rule, as a reader of a catalogue looks for it. */
export interface ListedRule {
  interface: string
  id: string
  statement: string
  kind: string
  /** IDs of the operations whose nodes cite the rule. */
  operations: readonly string[]
  /** `derived` from the nodes that cite the rule, if none is written; undefined for a rule that no exchange with a server shows. */
  check: 'written' | 'derived' | 'none' | undefined
  /** `specs/orders/rules.yaml:57`, relative to the working directory if it lies there; undefined for a rule that no catalogue has. */
  place: string | undefined
}

/** The rules of a workspace, in the order of their catalogues. */
export async function listRules({ interfaces, libraries }: Workspace): Promise<ListedRule[]> {
  const catalogues: readonly (RuleCatalogue | WorkspaceInterface)[] = [...interfaces, ...libraries]
  const lists = catalogues.map(async (one): Promise<ListedRule[]> => {
    const { name, rules } = one
    const places = placesOf(one.catalogue)
    const checks = 'contract' in one && rules.some(isOnTheWire) ? (await loadChecks(one)).checks : {}
    const checkOf = ({ id, kind }: Rule) =>
      Object.hasOwn(checks, id) ? 'written' : kind === 'schema' ? 'derived' : 'none'
    return rules.map((rule) => ({
      interface: name,
      id: rule.id,
      statement: rule.statement,
      kind: rule.kind,
      operations: rule.operations ?? [],
      check: isOnTheWire(rule) ? checkOf(rule) : undefined,
      place: places.get(rule.id),
    }))
  })
  return (await Promise.all(lists)).flat()
}

function placesOf(catalogue: string): ReadonlyMap<string, string> {
  const inside = relative(process.cwd(), catalogue)
  const path = inside.startsWith('..') ? catalogue : inside
  const { entries = [] } = readCatalogue(path, catalogue) ?? {}
  return new Map(entries.map(({ id, line }) => [id, `${path}:${line}`]))
}

const proofs = { written: 'has a check', derived: 'has a derived check', none: 'has no check' }

/** A line for the sentence of each rule, and one for what stands on it. */
export function describeRules(rules: readonly ListedRule[]): string {
  const entries = rules.map(({ id, statement, kind, operations, check, place }) => {
    const proof = check === undefined ? kind : proofs[check]
    const facts = [operations.join(', '), proof, place].filter((fact) => fact !== undefined && fact !== '')
    return `${id}  ${statement}\n  ${facts.join(' · ')}`
  })
  const count = rules.length === 1 ? '1 rule' : `${rules.length} rules`
  const missing = rules.filter(({ check }) => check === 'none').length
  return [...entries, `${count}, ${missing} without a check`].join('\n')
}
