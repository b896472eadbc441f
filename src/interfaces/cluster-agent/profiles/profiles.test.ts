import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../../temporary-folder.fixture.ts'
import { cpu, profiles, stacks, trace } from './recorded.ts'

it('the recorded forms are what their names say', () => {
  expect(Buffer.from(trace, 'base64').toString('latin1')).toMatch(/^go 1\.\d\d trace\0\0\0/)
  expect(stacks).toMatch(/^goroutine \d+ \[chan receive, 2 minutes\]:$/m)
  for (const [name, { text }] of profiles) expect(text.split(':')[0], name).toMatch(/profile$|^--- /)
})

const hasGo = spawnSync('go', ['version']).status === 0
it.skipIf(!hasGo).each([['cpu', cpu], ...[...profiles].map(([name, { binary }]) => [name, binary])])(
  'go tool pprof opens the recorded profile %s',
  (name = '', binary = '') => {
    const file = join(temporaryFolder(), name)
    writeFileSync(file, gunzipSync(Buffer.from(binary, 'base64')))
    const { status, stdout } = spawnSync('go', ['tool', 'pprof', '-top', file], { encoding: 'utf8' })
    expect([status, stdout]).toEqual([0, expect.stringContaining('flat%')])
  },
)
