import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../src/workspace/root.ts'
import { countPlaces, kinds, reasonOf, sumOf } from './count-places.ts'

// npm run count-places: counts the hand-written lines that name each rule, and lists the rules that most lines name, with the reason.

const paths = globSync(['specs/**/*.yaml', 'src/**/*.ts'], { cwd: root }).map((path) => path.replaceAll('\\', '/'))
const counted = countPlaces(paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })))
const sorted = [...counted].sort(([, one], [, other]) => sumOf(other) - sumOf(one))
const median = sorted[Math.floor(sorted.length / 2)]

console.log(`${sorted.length} rules, median ${median ? sumOf(median[1]) : 0} places`)
for (const [rule, places] of sorted.slice(0, 20)) {
  const parts = kinds.filter((kind) => places[kind] > 0).map((kind) => `${kind} ${places[kind]}`)
  console.log(`${rule}  ${String(sumOf(places)).padStart(3)}  ${parts.join(', ')}: ${reasonOf(places)}`)
}
