import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { root } from '../../workspace/root.ts'
import { generate, generateAnew } from './generate.ts'
import { edit, sampleOfTwo, sampleRepository } from './repository.fixture.ts'
import { readTree } from './tree/generated-tree.ts'

const untouched = { written: [], removed: [], lists: [] }

it('writes bundle, types, runtime and tables of an interface, each under a banner, and the summary', async () => {
  const base = await sampleRepository()
  await generate(base)
  const tree = readTree(join(base, 'generated'))
  expect([...tree.keys()].sort()).toEqual([
    'interfaces.json',
    'lamps/openapi-3.0.yaml',
    'lamps/openapi.yaml',
    'lamps/rules.json',
    'lamps/runtime.json',
    'lamps/types.ts',
    'lamps/upgrade.json',
    'operations.ts',
  ])
  for (const text of tree.values()) {
    expect(text.slice(0, 200)).toMatch(/Generated from \S+.* by `npm run generate`\. Do not edit/)
  }
  expect(JSON.parse(tree.get('interfaces.json') ?? '').interfaces).toEqual([
    { name: 'lamps', prefix: 'lamps', title: 'Lamp API', mounts: ['/api'] },
  ])
})

it('gives the same bytes wherever the repository lies, and whether made in one go or one after the other', async () => {
  const [one, other] = [await sampleOfTwo(), await sampleOfTwo()]
  await generate(one)
  await generate(other, ['desks'])
  await generate(other, ['lamps'])
  expect(readTree(join(other, 'generated'))).toEqual(readTree(join(one, 'generated')))
  expect((await generateAnew(one)).tree).toEqual(readTree(join(one, 'generated')))
})

it('makes nothing when nothing has changed', async () => {
  const base = await sampleOfTwo()
  await generate(base)
  expect(await generate(base)).toEqual(untouched)
  await writeFile(join(base, 'specs/lamps/.Lamp.yaml.swp'), 'an editor at work')
  expect(await generate(base)).toEqual(untouched)
})

it('loads two small libraries to find that nothing has changed: one reads YAML, one compares names', async () => {
  const base = await sampleRepository()
  await generate(base)
  const program = `
    import { registerHooks } from 'node:module'
    const packages = new Set()
    registerHooks({ resolve(name, context, next) {
      if (/^[@a-z]/.test(name) && !/^(node|file):/.test(name) && !context.parentURL?.includes('/node_modules/')) packages.add(name)
      return next(name, context)
    } })
    const { generate } = await import(${JSON.stringify(new URL('generate.ts', import.meta.url))})
    console.log(JSON.stringify([await generate(${JSON.stringify(base)}), [...packages]]))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  expect(JSON.parse(stdout)).toEqual([untouched, ['leven', 'yaml']])
})

const touched: Record<string, { touch: (base: string) => Promise<unknown>; written: string[]; removed?: string[] }> = {
  'a schema of one interface': {
    touch: (base) => edit(base, 'specs/desks/schemas/Shade.yaml', 'What stands', 'All that stands'),
    written: ['desks'],
  },
  'the rules of one interface': {
    touch: (base) => edit(base, 'specs/desks/rules.yaml', 'is read by', 'is found by'),
    written: ['desks'],
  },
  'a file of specs/shared': {
    touch: async (base) => {
      await mkdir(join(base, 'specs/shared'))
      await writeFile(join(base, 'specs/shared/Problem.yaml'), 'type: object')
    },
    written: ['lamps', 'desks'],
  },
  'redocly.yaml': {
    touch: (base) => edit(base, 'redocly.yaml', 'telemetry: off', 'telemetry: off # none'),
    written: ['lamps', 'desks'],
  },
  'a generated file': {
    touch: (base) => edit(base, 'generated/desks/types.ts', 'getLamp', 'getLump'),
    written: ['desks'],
  },
  'a generated file that is gone': {
    touch: (base) => rm(join(base, 'generated/desks/types.ts')),
    written: ['desks'],
  },
  'a file too many in the folder of an interface': {
    touch: (base) => writeFile(join(base, 'generated/desks/old.ts'), ''),
    written: ['desks'],
  },
  'a folder too many': {
    touch: (base) => mkdir(join(base, 'generated/chairs')),
    written: [],
    removed: ['chairs'],
  },
  'the summary': {
    touch: (base) => edit(base, 'generated/interfaces.json', 'Lamp API', 'Lump API'),
    written: [],
  },
  'the whole of generated/': {
    touch: (base) => rm(join(base, 'generated'), { recursive: true }),
    written: ['lamps', 'desks'],
  },
}

it.for(Object.entries(touched))(
  '%s: makes what it touches and no more',
  async ([, { touch, written, removed = [] }]) => {
    const base = await sampleOfTwo()
    await generate(base)
    await touch(base)
    expect(await generate(base)).toEqual({ written, removed, lists: [] })
    expect(readTree(join(base, 'generated'))).toEqual((await generateAnew(base)).tree)
    expect(await generate(base)).toEqual(untouched)
  },
)

it('leaves an interface alone that was not asked for, and comes back to it', async () => {
  const base = await sampleOfTwo()
  await generate(base)
  for (const name of ['lamps', 'desks']) await edit(base, `specs/${name}/openapi.yaml`, 'Lamp API', 'Light API')
  expect((await generate(base, ['desks'])).written).toEqual(['desks'])
  expect(await readFile(join(base, 'generated/lamps/openapi.yaml'), 'utf8')).toContain('Lamp API')
  expect((await generate(base)).written).toEqual(['lamps'])
})

it('keeps the time of a file whose content stays', async () => {
  const base = await sampleRepository()
  await generate(base)
  const timeOf = async (file: string) => (await stat(join(base, 'generated/lamps', file))).mtimeMs
  const before = { bundle: await timeOf('openapi.yaml'), rules: await timeOf('rules.json') }
  await edit(base, 'specs/lamps/rules.yaml', 'is read by', 'is found by')
  await generate(base)
  expect(await timeOf('openapi.yaml')).toBe(before.bundle)
  expect(await timeOf('rules.json')).not.toBe(before.rules)
})

it('puts nothing in place when one interface of two is broken', async () => {
  const base = await sampleOfTwo()
  await generate(base)
  const before = readTree(join(base, 'generated'))
  await edit(base, 'specs/lamps/openapi.yaml', 'Lamp API', 'Light API')
  await edit(base, 'specs/desks/schemas/Lamp.yaml', 'Shade.yaml', 'Shape.yaml')
  await expect(generate(base)).rejects.toThrow('specs/desks/schemas/Lamp.yaml:8:17')
  expect(readTree(join(base, 'generated'))).toEqual(before)
  expect(await readdir(join(base, '.cache/generate'))).toEqual(['fingerprints.json'])
})

it('does without its notes when they are unreadable', async () => {
  const base = await sampleRepository()
  await generate(base)
  await writeFile(join(base, '.cache/generate/fingerprints.json'), '{')
  expect((await generate(base)).written).toEqual(['lamps'])
})

it('npm run generate: an unknown interface is one line and exit code 2', async () => {
  const run = promisify(execFile)(process.execPath, [join(root, 'src/cli/rulebound.ts'), 'generate', 'lumps'])
  const { code, stderr } = await run.then(
    () => ({ code: 0, stderr: '' }),
    (error: { code: number; stderr: string }) => error,
  )
  expect(code).toBe(2)
  expect(stderr).toMatch(/^unknown interface 'lumps'; known are secrets, [^\n]+\n$/)
  expect(existsSync(join(root, 'generated/lumps'))).toBe(false)
})
