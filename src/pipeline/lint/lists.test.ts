import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { bundled } from '../../workspace/bundled.ts'
import { root } from '../../workspace/root.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const mocked = bundled.interfaces.filter(({ prefix }) => !prefix.startsWith('_'))

it.each(mocked)('the lists of interfaces name $name', ({ name, prefix, title, mounts }) => {
  const served = mounts.map((mount) => `\`/${prefix}${mount}\``).join(', ')
  expect(read('README.md')).toContain(`\n| \`${name}\` | ${title} | ${served} | [`)
  const [own, generated] = [`src/interfaces/${name}/client.ts`, `generated/${name}/client.ts`]
  const texts = [own, generated].filter((file) => existsSync(join(root, file))).map(read)
  const [, client = ''] = /^export (?:async )?function (create\w+Client)\b/m.exec(texts.join('\n')) ?? []
  const entry = existsSync(join(root, own)) ? own : generated
  expect(JSON.parse(read('package.json')).exports[`./${name}`]).toBe(`./${entry}`)
  expect(read('scripts/package/readme.md')).toContain(`\n| \`rulebound/${name}\` | \`${client}\` | ${title} |\n`)
  expect(read('docs/guides/clients.md')).toContain(`\n| \`${client}\` of \`rulebound/${name}\` | ${title} | `)
})

it('CONTRIBUTING.md names only commands that there are', () => {
  const { scripts } = JSON.parse(read('package.json'))
  const named = [...read('CONTRIBUTING.md').matchAll(/`npm (?:run ([\w:]+)|(start|test))/g)].map(
    ([, run, own]) => run ?? own,
  )
  expect(named.length).toBeGreaterThan(8)
  expect(named.filter((script = '') => !Object.hasOwn(scripts, script))).toEqual([])
})
