import { execFile, spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { copyRepository, edit } from '../generate/repository.fixture.ts'

const run = promisify(execFile)

/** The commands that CONTRIBUTING.md names, as words; `<name>` is the interface that the text adds. */
async function commandsOf(base: string): Promise<string[][]> {
  const text = await readFile(join(base, 'CONTRIBUTING.md'), 'utf8')
  const named = [...text.matchAll(/`(npm (?:run [^`]+|start|test))`/g)].map(([, command = '']) => command)
  return [...new Set(named)].map((command) => command.replaceAll('<name>', 'parking').split(' '))
}

it('CONTRIBUTING.md names only commands that there are', async () => {
  const base = await copyRepository()
  const { scripts } = JSON.parse(await readFile(join(base, 'package.json'), 'utf8'))
  const commands = await commandsOf(base)
  expect(commands.length).toBeGreaterThan(8)
  const unknown = commands.filter(
    ([, verb = '', script = '']) => !Object.hasOwn(scripts, verb === 'run' ? script : verb),
  )
  expect(unknown).toEqual([])
})

it('CONTRIBUTING.md leads from a new interface to a new rule, whose check passes and fails when the rule is broken', async () => {
  const base = await copyRepository()
  const commands = (await commandsOf(base)).map((words) => words.join(' '))
  const follow = async (command: string) => {
    expect(commands).toContain(command)
    const { scripts } = JSON.parse(await readFile(join(base, 'package.json'), 'utf8'))
    const [, , script = '', , ...args] = command.split(' ')
    const [program, ...words] = scripts[script].split(' ')
    expect(program).toBe('node')
    return run(process.execPath, [...words, ...args], { cwd: base, encoding: 'utf8' })
  }
  await follow('npm run new -- parking')

  // 1. The entry in the catalogue, with the next free number. 2. The node that states it.
  const rule = `  - id: PARK-002
    statement: An item shows its id.
    source: {document: parking.md, section: Items}
    kind: behaviour
`
  await edit(base, 'specs/parking/rules.yaml', 'gaps:\n', `${rule}gaps:\n`)
  await edit(base, 'specs/parking/paths/items_{itemId}.yaml', 'x-rules: [PARK-001]', 'x-rules: [PARK-001, PARK-002]')
  await follow('npm run generate')
  const before = await checksOf(base)
  expect(before.success).toBe(false)
  expect(JSON.stringify(before)).toContain('PARK-002 has no check')

  // 3. The code that obeys it. 4. Its check, with a sabotage.
  await edit(base, 'src/interfaces/parking/behaviour.ts', "because('PARK-001')", "because('PARK-001', 'PARK-002')")
  const check = `    'PARK-002': {
      needs: { resources: ['item'] },
      async run(t) {
        const itemId = t.resource('item')
        const { body } = await t.call('getItem', { path: { itemId } })
        expect(body.id, 'id of the item').toBe(itemId)
      },
      sabotage: [changesBody(() => ({ id: 'another' }))],
    },
  },
}
`
  const checks = join(base, 'src/interfaces/parking/checks.ts')
  await writeFile(checks, (await readFile(checks, 'utf8')).replace(/ {2}\},\n\}\n$/, check))
  await follow('npm run lint -- parking')
  await follow('npm run generate')
  expect(await checksOf(base)).toMatchObject({ numFailedTests: 0, numPassedTests: 5 })
}, 240_000)

/** The report of Vitest on the rules of the new interface, each checked and each broken. */
async function checksOf(base: string): Promise<{ success: boolean }> {
  const report = ['--reporter=json', '--outputFile=report.json']
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'rules: parking', ...report]
  spawnSync(process.execPath, args, { cwd: base })
  return JSON.parse(await readFile(join(base, 'report.json'), 'utf8'))
}
