import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { startProcess } from '../../src/start-process.fixture.ts'
import { temporaryFolder } from '../../src/temporary-folder.fixture.ts'
import { isAsShown, readSteps, runSteps } from './transcript.fixture.ts'

const guide = readFileSync(new URL('../../docs/guides/your-own-contracts.md', import.meta.url), 'utf8')
const command = fileURLToPath(new URL('../../src/cli/rulebound.ts', import.meta.url))
const blocks = Array.from(guide.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm), ([, language = '', text = '']) => {
  return { language, text }
})

/** An `npx` that runs this command line. */
const programs = temporaryFolder()
writeFileSync(join(programs, 'npx'), `#!/bin/sh\nshift\nexec "${process.execPath}" "${command}" "$@"\n`, {
  mode: 0o755,
})
const names = {
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@b.example',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@b.example',
}
const env = { ...process.env, ...names, PATH: `${programs}${delimiter}${process.env.PATH}` }

it('every block for a shell calls the command as a reader has it', () => {
  const lines = blocks.filter(({ language }) => language === 'sh').flatMap(({ text }) => text.trim().split('\n'))
  expect(lines.filter((line) => /\brulebound\b/.test(line) && !line.startsWith('npx rulebound '))).toEqual([])
  expect(lines.length).toBeGreaterThan(10)
})

it.each([
  ['a project', { 'package.json': '{"name": "pets", "private": true}\n', 'src/main.js': '' }],
  ['an empty folder', {}],
])('its blocks do what it says, pasted in their order in %s', async (_, files) => {
  const cwd = temporaryFolder()
  const git = (...args: string[]) => execFileSync('git', args, { cwd, env })
  git('init', '--quiet', '--initial-branch=main')
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true })
    writeFileSync(join(cwd, name), text)
  }
  git('add', '.')
  git('commit', '--quiet', '--allow-empty', '--message=x')

  let server: (ReturnType<typeof startProcess> & { origin: string }) | undefined
  const serve = async (words: readonly string[]) => {
    const mock = startProcess([process.execPath, command, ...words], { cwd, env })
    const [origin = ''] = await mock.says(/http:\/\/127\.0\.0\.1:\d+/)
    return { ...mock, origin }
  }
  let printed = ''
  let exported = ''
  for (const { language, text } of blocks) {
    const here = text.replaceAll('http://127.0.0.1:4010', server?.origin ?? '')
    if (language === 'yaml') writeFileSync(join(cwd, 'petstore.yaml'), text)
    else if (language === 'js') {
      mkdirSync(join(cwd, 'src/interfaces/petstore'), { recursive: true })
      writeFileSync(join(cwd, 'src/interfaces/petstore/definition.js'), text)
    } else if (/^npx rulebound mock \S+ --port 4010$/m.test(text))
      server = await serve(text.trim().replace('npx rulebound ', '').replace('4010', '0').split(' '))
    else if (language === 'sh') {
      exported += here.match(/^export .*\n/m)?.[0] ?? ''
      printed = execFileSync('bash', ['-ec', exported + here], { cwd, env, encoding: 'utf8' })
    } else if (language === 'console') {
      const steps = readSteps(`\`\`\`console\n${text}\`\`\``)
      const outputs = await runSteps(steps, { origin: server?.origin ?? '', session: 'default', folder: cwd, env })
      expect(steps.filter(({ expected }, index) => !isAsShown(outputs[index] ?? '', expected))).toEqual([])
    } else expect(printed).toBe(text)
    if (here.includes('--collections')) expect(printed).toContain('/pets  records by name')
    if (here.includes('rulebound verify')) expect(printed).toMatch(/^petstore +0 failed/m)
    if (here.includes('rules add')) expect(printed).toMatch(/5 sentences without a rule\nPETS-001 {2}The/)
    if (here.includes('--out site'))
      expect(readFileSync(join(cwd, 'site/petstore/operations/listPets/index.html'), 'utf8')).toContain('GET')
    if (here.includes('rulebound init')) expect(readFileSync(join(cwd, 'redocly.yaml'), 'utf8')).not.toContain('site/')
  }
  await server?.end()
  expect(printed).toMatch(/^1 document/m)

  const workspace = await serve(['mock', '--port', '0'])
  const pet = await fetch(`${workspace.origin}/petstore/v1/pets/7`, { headers: { 'x-key': 'mock' } })
  expect(await pet.json()).toEqual({ id: 7, name: 'Mia' })
  await workspace.end()
})
