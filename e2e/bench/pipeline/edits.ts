import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { UserError } from '../../../src/user-error.ts'
import { copyRepository, endChild, startChild, type Usage } from '../processes.ts'
import { cpuSeconds } from '../usage.ts'

/** An example, a line of it, and the request that the mock answers with it. */
const edited = 'specs/orders/examples/problem-order-not-found.yaml'
const line = /^ {2}detail: .*$/m
const path = '/orders/api/orders/00000000-0000-4000-8000-000000000000'
const headers = {
  accept: 'application/json',
  authorization: `Basic ${btoa('orders.example-key:')}`,
  prefer: 'code=404',
}

/** Edits an example while `npm run dev` runs, and measures the time until the mock answers with each edit. */
export async function timeEdits(count: number): Promise<Usage[]> {
  const base = copyRepository()
  const dev = startChild([process.execPath, 'scripts/dev/main.ts', '--port', '0'], { cwd: base, stdio: 'pipe' })
  let output = ''
  dev.stderr?.on('data', (chunk) => {
    output += chunk
  })
  try {
    for await (const text of createInterface({ input: dev.stdout ?? process.stdin })) {
      output += `${text}\n`
      if (text.includes('Watching specs/')) break
    }
    const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? []
    if (!origin) throw new UserError(`npm run dev ended:\n${output}`)
    const file = join(base, edited)
    const original = readFileSync(file, 'utf8')
    const samples: Usage[] = []
    const used = () => cpuSeconds(dev.pid ?? 0)
    // The first edits load libraries, and are not counted.
    for (let index = -3; index < count; index++) {
      const detail = `Edit ${index} is served.`
      const [started, before] = [performance.now(), used()]
      writeFileSync(file, original.replace(line, `  detail: ${detail}`))
      await untilAnswered(origin, detail)
      const seconds = (performance.now() - started) / 1000
      if (index >= 0) samples.push({ seconds, cpuSeconds: used() - before, megabytes: 0 })
      await setTimeout(200)
    }
    return samples
  } finally {
    await endChild(dev)
  }
}

/** @throws {UserError} when it is not served within a minute */
async function untilAnswered(origin: string, detail: string): Promise<void> {
  const late = AbortSignal.timeout(60_000)
  while (!late.aborted) {
    const response = await fetch(origin + path, { headers })
    if ((await response.text()).includes(detail)) return
    await setTimeout(10)
  }
  throw new UserError(`npm run dev does not serve an edit of ${edited}`)
}
