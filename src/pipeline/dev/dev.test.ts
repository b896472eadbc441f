import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startProcess } from '../../start-process.fixture.ts'
import { root } from '../../workspace/root.ts'
import { edit, sampleRepository } from '../generate/repository.fixture.ts'
import { addInterface } from '../new/add-interface.ts'
import { templateFiles } from '../new/template-files.ts'

const definition = `
import { problemDetails } from '../../behaviour/problem-details.ts'
export const definition = { behaviours: {}, credentials: [], renderRefusal: problemDetails }
`

/** A copy of this repository whose only interfaces are the sample and the mock's own. */
async function copyWithSample(): Promise<string> {
  const base = await sampleRepository()
  const copied = ['src', 'scripts', 'specs/mock-control', '.spectral.yaml', 'package.json']
  await Promise.all(copied.map((path) => cp(join(root, path), join(base, path), { recursive: true })))
  await symlink(join(root, 'node_modules'), join(base, 'node_modules'))
  await mkdir(join(base, 'src/interfaces/lamps'))
  await writeFile(join(base, 'src/interfaces/lamps/definition.ts'), definition)
  const config = await readFile(join(base, 'redocly.yaml'), 'utf8')
  const control = 'apis:\n  mock-control:\n    root: specs/mock-control/openapi.yaml\n'
  await writeFile(join(base, 'redocly.yaml'), config.replace('apis:\n', control))
  return base
}

/** Starts `npm run dev`; `says` waits for the next output that matches. */
function startDev(base: string) {
  const child: ChildProcess = spawn(process.execPath, ['src/cli/rulebound.ts', 'dev', '--port', '0'], { cwd: base })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exited = once(child, 'exit')
  let output = ''
  let changed = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk
      changed.resolve()
      changed = Promise.withResolvers()
    })
  }
  async function says(expected: RegExp): Promise<RegExpExecArray> {
    const late = setTimeout(() => child.kill('SIGKILL'), 45_000)
    onTestFinished(() => clearTimeout(late))
    for (;;) {
      const found = expected.exec(output)
      if (found) {
        clearTimeout(late)
        output = output.slice(found.index + found[0].length)
        return found
      }
      if (child.exitCode !== null || child.killed) throw new Error(`instead of ${expected} it said:\n${output}`)
      await Promise.race([changed.promise, exited])
    }
  }
  return { child, exited, says }
}

it('an edit of code is what the next request runs, and a broken one leaves the last good code', async () => {
  const base = await copyWithSample()
  const file = 'src/interfaces/lamps/definition.ts'
  const answering = (colour: string) =>
    `import { lit } from './lit.ts'\n${definition.replace('{}', `{ getLamp: async () => ({ status: 200, body: { id: 'hall', lit, shade: { colour: '${colour}' } } }) }`)}`
  await writeFile(join(base, 'src/interfaces/lamps/lit.ts'), 'export const lit: boolean = true\n')
  const { child, exited, says } = startDev(base)
  const [, origin] = await says(/lamps +(http:\/\/127\.0\.0\.1:\d+)\/lamps\/api/)
  await says(/Watching specs\/, src\/interfaces\/ and redocly\.yaml\.\n/)
  const lamp = async () => {
    const headers = { authorization: `Basic ${btoa('any:')}` }
    return (await (await fetch(`${origin}/lamps/api/lamps/hall`, { headers })).json()) as object
  }
  await writeFile(join(base, file), answering('red'))
  await says(/^lamps: code loaded again; the interface starts anew in every session\n/m)
  expect(await lamp()).toMatchObject({ lit: true, shade: { colour: 'red' } })

  await writeFile(join(base, file), 'export const definition = {\n')
  await says(/^lamps: not in order, the mock serves what it had\n/m)
  expect(await lamp()).toMatchObject({ shade: { colour: 'red' } })

  await writeFile(join(base, file), answering('blue'))
  await says(/^lamps: code loaded again/m)
  await writeFile(join(base, 'src/interfaces/lamps/lit.ts'), 'export const lit: boolean = false\n')
  await says(/^lamps: code loaded again/m)
  expect(await lamp()).toMatchObject({ lit: false, shade: { colour: 'blue' } })
  child.kill('SIGINT')
  await exited
})

it('an edit reaches the mock, a broken one is shown while the last good one is served, and is mended', async () => {
  const base = await copyWithSample()
  const { child, exited, says } = startDev(base)
  const [, origin] = await says(/lamps +(http:\/\/127\.0\.0\.1:\d+)\/lamps\/api/)
  await says(/Watching specs\/, src\/interfaces\/ and redocly\.yaml\.\n/)
  const colour = async () => {
    const headers = { authorization: `Basic ${btoa('any:')}` }
    const response = await fetch(`${origin}/lamps/api/lamps/hall`, { headers })
    return ((await response.json()) as { shade: { colour: string } }).shade.colour
  }
  expect(await colour()).toBe('green')

  await edit(base, 'specs/lamps/examples/lamp-lit.yaml', 'colour: green', 'colour: red')
  await says(/^lamps: linted, generated, reloaded in \d+ ms\n/m)
  expect(await colour()).toBe('red')

  await edit(base, 'specs/lamps/examples/lamp-lit.yaml', 'colour: red}}', 'colour: blue}')
  await says(/^specs\/lamps\/examples\/lamp-lit\.yaml:\d+:\d+ {2}error {2}yaml {2}YAML: .+\n/m)
  await says(/^lamps: not in order, the mock serves what it had \(\d+ ms\)\n/m)
  expect(await colour()).toBe('red')
  expect(await readFile(join(base, 'generated/lamps/openapi.yaml'), 'utf8')).toContain('colour: red')

  await edit(base, 'specs/lamps/examples/lamp-lit.yaml', 'colour: blue}', 'colour: blue}}')
  await says(/^lamps: linted, generated, reloaded in \d+ ms\n/m)
  expect(await colour()).toBe('blue')

  // The lint reads the catalogues of all interfaces again when one of them changes.
  await edit(base, 'specs/lamps/rules.yaml', 'id: LAMP-003', 'id: LAMP-001')
  await says(/^specs\/lamps\/rules\.yaml:\d+:\d+ {2}error {2}rule-id {2}LAMP-001 /m)
  await edit(
    base,
    'specs/lamps/rules.yaml',
    'id: LAMP-001\n    statement: A caller',
    'id: LAMP-003\n    statement: A caller',
  )
  await says(/^lamps: linted, generated, reloaded in \d+ ms\n/m)

  // redocly.yaml concerns all interfaces: a fault in it is shown with its position, and mending it generates all of them again.
  await edit(base, 'redocly.yaml', 'apis:\n', 'apis: [\n')
  await says(/^redocly\.yaml:\d+:\d+ {2}YAML: .+\nThe mock serves what it had\.\n/m)
  await edit(base, 'redocly.yaml', 'apis: [\n', 'apis:\n')
  await says(/^lamps: linted, generated, reloaded in \d+ ms\n/m)

  child.kill('SIGINT')
  expect(await exited).toEqual([0, null])
})

it('a new interface is served without a restart, once it has a definition', async () => {
  const base = await copyWithSample()
  const { says } = startDev(base)
  const [, origin] = await says(/lamps +(http:\/\/127\.0\.0\.1:\d+)\/lamps\/api/)
  await says(/Watching/)

  // The definition comes last.
  const source = { name: 'desks.md', file: 'specs/desks/source.md' }
  const plan = {
    name: 'desks',
    title: 'Desk API',
    prefix: 'DESK',
    source,
    isBundled: true,
    isNewSource: true,
    writesSource: true,
    section: 'Items',
  }
  await addInterface(base, { name: 'desks', files: templateFiles(plan), source }, () =>
    rm(join(base, 'src/interfaces/desks'), { recursive: true }),
  )
  await says(/^src\/interfaces\/desks\/definition\.ts is missing; write it, and save redocly\.yaml again\n/m)
  expect((await fetch(`${origin}/desks/items/item-1`)).status).toBe(404)

  await mkdir(join(base, 'src/interfaces/desks'))
  await writeFile(join(base, 'src/interfaces/desks/definition.ts'), definition)
  await edit(base, 'redocly.yaml', 'apis:\n', 'apis:\n\n')
  await says(/^desks: new, at http:\/\/127\.0\.0\.1:\d+\/desks\ndesks: linted, generated, reloaded in \d+ ms\n/m)
  const name = async () => ((await (await fetch(`${origin}/desks/items/item-1`)).json()) as { name: string }).name
  expect(await name()).toBe('First item')
  const listed = (await (await fetch(`${origin}/_control/interfaces`)).json()) as { interfaces: object[] }
  expect(listed.interfaces).toContainEqual(expect.objectContaining({ name: 'desks', baseUrls: [`${origin}/desks`] }))

  await edit(base, 'specs/desks/examples/item.yaml', 'First item', 'Other item')
  await says(/^desks: linted, generated, reloaded in \d+ ms\n/m)
  expect(await name()).toBe('Other item')
})

it('starts on sources that are broken, with what was generated before', async () => {
  const base = await copyWithSample()
  const first = startDev(base)
  await first.says(/Watching/)
  first.child.kill('SIGINT')
  await first.exited

  await edit(base, 'specs/lamps/schemas/Lamp.yaml', 'Shade.yaml', 'Shape.yaml')
  const { says } = startDev(base)
  await says(
    /^specs\/lamps\/schemas\/Lamp\.yaml:8:17 {2}`\$ref: Shape\.yaml` names no file\..*\ngenerated\/ stays as it was\.\n/m,
  )
  await says(/Watching/)
  await edit(base, 'specs/lamps/schemas/Lamp.yaml', 'Shape.yaml', 'Shade.yaml')
  await says(/^lamps: linted, generated, reloaded in \d+ ms\n/m)
})

it.for([
  [['--port', 'x'], /^error: option '-p, --port <number>' is invalid\. A port is a whole number from 0 to 65535\.\n$/],
  [['--prot', '1'], /^error: unknown option '--prot'\n/],
] as const)('%s is refused in a line', async ([args, message]) => {
  const { stderr, code } = await startProcess([process.execPath, join(root, 'src/cli/rulebound.ts'), 'dev', ...args])
    .ended
  expect([code, stderr]).toEqual([1, expect.stringMatching(message)])
})
