import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listInterfaces } from '../../src/workspace/interfaces.ts'
import { root } from '../../src/workspace/root.ts'
import { measure } from './measure.ts'

// npm run baseline: counts the rules that the plain Prism mock keeps. Reports of `rulebound verify` show the number beside that of a target.

const file = 'src/verify/report/baseline.json'
const baseline: Record<string, string[]> = {}
let rules = 0

for (const { name } of listInterfaces()) {
  // mock-control controls a mock of the other interfaces, and plain Prism has nothing to control.
  if (name === 'mock-control') continue
  const { passed, of, deaths } = await measure(name)
  baseline[name] = passed
  rules += of
  console.log(
    `${name}: ${passed.length} of ${of} rules${deaths > 0 ? `; requests ended its process ${deaths} times` : ''}`,
  )
}

writeFileSync(join(root, file), `${JSON.stringify(baseline, undefined, 1)}\n`)
console.log(`all: ${Object.values(baseline).flat().length} of ${rules}; written to ${file}`)
