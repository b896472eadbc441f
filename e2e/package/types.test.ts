import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { exportedNames, install, installRuntimes, keptFolder, oldestNode } from './installed.fixture.ts'
import { compilers, importsOf, resolutions, typeCheck } from './type-check.fixture.ts'

const minutes = 60_000
const folder = keptFolder('types')
/** Entry points that work without an optional peer; `peers.test.ts` checks the others. */
const exported = exportedNames().filter((name) => !/package\.json$|\/(vitest|jest|msw|fastify)$/.test(name))
let missing = ''

beforeAll(async () => {
  const packages = Object.values(compilers).flatMap((each) => ('installed' in each ? [each.installed] : []))
  missing =
    (await install(folder, inject('packed').tarball, '@types/node@22', ...packages)) || (await installRuntimes())
}, 10 * minutes)

describe.each(Object.values(compilers))('TypeScript $version, strict, without skipLibCheck', (compiler) => {
  it.for(Object.values(resolutions))(
    'the compiler accepts every entry point in $moduleResolution',
    { timeout: 2 * minutes },
    async (resolution, { skip }) => {
      if (missing) skip(missing)
      writeFileSync(join(folder, 'all.ts'), importsOf(exported))
      expect(await typeCheck(folder, compiler, { ...resolution, types: ['node'] }, ['all.ts'])).toBe('')
    },
  )

  it('the compiler accepts clients and readers for a page without the types of Node.js', async ({ skip }) => {
    if (missing) skip(missing)
    const ofPages = exported.filter((name) => !/^\.$|\/(testing|validate|node-\w+|express|koa)$/.test(name))
    writeFileSync(join(folder, 'page.ts'), importsOf(ofPages))
    const options = { ...resolutions.bundler, types: [], lib: ['es2022', 'dom', 'dom.iterable'] }
    expect(await typeCheck(folder, compiler, options, ['page.ts'])).toBe('')
  })

  it('CommonJS gets the types, or the error that only import can load the module', async ({ skip }) => {
    if (missing) skip(missing)
    const code = `import client = require('rulebound/orders')\nvoid client.createOrdersClient({ credentials: { ApiKey: 'a' } })\n`
    writeFileSync(join(folder, 'required.cts'), code)
    const check = (name: 'node16' | 'nodenext') =>
      typeCheck(folder, compiler, { ...resolutions[name], types: [] }, ['required.cts'])
    const refusal = "error TS1471: Module 'rulebound/orders' cannot be imported using this construct."
    // The type is known: the required option is missed.
    const mistake = /^required\.cts\(2,\d+\): .*\n?.*'baseUrl'/
    expect(await check('node16')).toContain(refusal)
    // From 5.8, `nodenext` knows that Node.js can require such a module.
    const output = await check('nodenext')
    if (Number(compiler.version) < 5.8) expect(output).toContain(refusal)
    else expect(output).toMatch(mistake)
  })
})

it('the oldest Node.js requires every entry point from CommonJS, without a warning', async ({ skip }) => {
  if (missing) skip(missing)
  // Spectral loads its ruleset by itself, and takes the packages that it needs from Spectral.
  const names = exported.filter((name) => !/^\.(\/spectral)?$/.test(name)).map((name) => `rulebound${name.slice(1)}`)
  const program = join(folder, 'required.cjs')
  const code = `for (const name of ${JSON.stringify(names)}) console.log(name, Object.keys(require(name)).length > 0)`
  writeFileSync(program, code)
  const { stdout, stderr } = await promisify(execFile)(oldestNode, [program], { cwd: folder })
  expect({ stdout, stderr }).toEqual({ stdout: names.map((name) => `${name} true\n`).join(''), stderr: '' })
})
