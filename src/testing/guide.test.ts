import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readPrograms, typeCheckPrograms } from '../guide-programs.fixture.ts'
import { root } from '../workspace/root.ts'

const text = readFileSync(join(root, 'docs/guides/testing.md'), 'utf8')
const programs = readPrograms('docs/guides/testing.md')

it.each(programs)(
  'docs/guides/testing.md:$line shows what it prints, or is for a test runner',
  ({ runner, printed }) => {
    expect(runner || printed).toBeTruthy()
  },
)

it('the programs of the page pass the type checker', async () => {
  // Jest and its types are installed beside the package alone: see e2e/package/peers.test.ts.
  const output = await typeCheckPrograms(programs.filter(({ runner }) => runner !== 'jest'))
  expect(output.split('\n').filter((line) => line.includes('.cache/guide-') || !line.startsWith('../'))).toEqual([''])
})

it.each([
  ['rulebound/testing', 'testing.ts'],
  ['rulebound/testing/vitest', 'vitest.ts'],
  ['rulebound/msw', 'msw.ts'],
])('lists every name of %s', (_, file) => {
  const source = readFileSync(new URL(file, import.meta.url), 'utf8')
  const names = [
    ...[...source.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = '']) =>
      list.split(',').map((name) => name.replace('type ', '').trim()),
    ),
    ...[...source.matchAll(/^export (?:async )?(?:function|const|interface|class) (\w+)/gm)].map(
      ([, name = '']) => name,
    ),
  ].filter((name) => name !== '')
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})
