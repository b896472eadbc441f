import { ruleId } from '../../../src/contract/rule-id.ts'

/** A kind of hand-written place that names a rule. */
export const kinds = ['catalogue', 'node', 'code', 'check', 'test'] as const
export type Kind = (typeof kinds)[number]

/** How many lines of each kind name one rule. */
export type Places = Record<Kind, number>

/** The kind of a file, by its path below the root of the repository; undefined for a file that is not counted. */
export function kindOf(path: string): Kind | undefined {
  if (path.startsWith('specs/')) return path.endsWith('/rules.yaml') ? 'catalogue' : 'node'
  if (/\.(test|fixture)\.ts$/.test(path)) return 'test'
  if (/^src\/interfaces\/[^/]+\/checks(\.ts$|\/)/.test(path)) return 'check'
  return path.startsWith('src/') ? 'code' : undefined
}

/** Counts the lines that name each rule. A catalogue counts only the entry of a rule: only it makes a rule known. */
export function countPlaces(files: Iterable<{ path: string; text: string }>): Map<string, Places> {
  const all = new Map<string, Places>()
  const named: { rule: string; kind: Kind }[] = []
  for (const { path, text } of files) {
    const kind = kindOf(path)
    if (kind === undefined) continue
    for (const line of text.split('\n')) {
      if (kind !== 'catalogue') for (const rule of new Set(line.match(ruleId))) named.push({ rule, kind })
      const entry = /^\s*- id: /.test(line) ? line.match(ruleId)?.[0] : undefined
      if (kind === 'catalogue' && entry) all.set(entry, { catalogue: 1, node: 0, code: 0, check: 0, test: 0 })
    }
  }
  for (const { rule, kind } of named) {
    const places = all.get(rule)
    if (places) places[kind]++
  }
  return all
}

const reasons: Record<Kind, (count: number) => string> = {
  catalogue: () => 'its entry in the catalogue',
  node: (count) => `it holds for ${count} nodes of the document`,
  code: (count) => `${count} lines of code keep it`,
  check: (count) => `${count} lines of checks name it`,
  test: (count) => `${count} lines of tests name it: no check shows it, or they test a tool that reports it`,
}

/** Why a rule has as many places as it has: the kind that most of them are of. */
export function reasonOf(places: Places): string {
  const [most] = kinds.toSorted((one, other) => places[other] - places[one])
  return most ? reasons[most](places[most]) : ''
}

export function sumOf(places: Places): number {
  return kinds.reduce((sum, kind) => sum + places[kind], 0)
}
