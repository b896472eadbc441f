import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { validateHar } from '../../src/validate/har/validate-har.ts'
import { createLocator } from '../../src/validate/locate.ts'
import { recordedServer, writeRecording } from './validate.ts'

it('records lists of 20 orders in which there is no fault to find', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rulebound-bench-'))
  try {
    const file = join(folder, 'recording.har')
    const bytes = await writeRecording(file, 3)
    const locator = createLocator([{ interface: 'orders', url: new URL(recordedServer) }])
    const findings: object[] = []
    const tally = await validateHar(createReadStream(file), { locator }, (finding) => void findings.push(finding))
    expect([findings, tally.checked, tally.differences]).toEqual([[], 3, 0])
    expect(bytes).toBeGreaterThan(20 * 500)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
