import { attackMock } from './mock.ts'
import { attackProxy } from './proxy.ts'
import { attackValidator } from './validator.ts'

// npm run attack [-- <hostile requests to the mock>]

const requests = Number(process.argv[2] ?? 5000)
if (!Number.isInteger(requests) || requests < 1) {
  console.error('The number of requests is a whole number from 1: npm run attack -- 5000')
  process.exit(2)
}
const started = performance.now()
const faults: string[] = []
for (const attack of [attackProxy, () => attackMock(requests), attackValidator]) {
  const { lines, faults: found } = await attack()
  console.log(lines.join('\n'))
  faults.push(...found)
}
for (const fault of faults) console.error(`fault: ${fault}`)
console.log(`${faults.length} faults, ${((performance.now() - started) / 1000).toFixed(0)} s`)
process.exit(faults.length > 0 ? 1 : 0)
