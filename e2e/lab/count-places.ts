import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ruleId } from '../../src/contract/rule-id.ts'
import { root } from '../../src/workspace/root.ts'

// npm run count-places: counts the hand-written lines that name each rule, and lists the rules that most lines name.

const places = new Map<string, Record<string, number>>()
for (const path of globSync(['specs/**/*.yaml', 'src/**/*.ts'], { cwd: root })) {
  const kind = kindOf(path)
  for (const line of readFileSync(join(root, path), 'utf8').split('\n')) {
    // A catalogue counts only the entry of a rule.
    if (kind === 'catalogue' && !/^\s*- id: /.test(line)) continue
    for (const rule of new Set(line.match(ruleId))) {
      const counted = places.get(rule) ?? {}
      places.set(rule, { ...counted, [kind]: (counted[kind] ?? 0) + 1 })
    }
  }
}
const sum = (counted: Record<string, number>) => Object.values(counted).reduce((total, count) => total + count, 0)
const sorted = [...places].filter(([, { catalogue }]) => catalogue).sort(([, one], [, other]) => sum(other) - sum(one))
console.log(`${sorted.length} rules, median ${sum(sorted[Math.floor(sorted.length / 2)]?.[1] ?? {})} places`)
for (const [rule, counted] of sorted.slice(0, 20)) {
  const parts = Object.entries(counted).map(([kind, count]) => `${kind} ${count}`)
  console.log(`${rule}  ${String(sum(counted)).padStart(3)}  ${parts.join(', ')}`)
}

function kindOf(path: string): string {
  if (path.startsWith('specs/')) return path.endsWith('/rules.yaml') ? 'catalogue' : 'node'
  if (/\.(test|fixture)\.ts$/.test(path)) return 'test'
  return /^src\/interfaces\/[^/]+\/checks(\.ts$|\/)/.test(path) ? 'check' : 'code'
}
