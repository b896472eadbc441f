import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../temporary-folder.fixture.ts'
import { edit, sampleOfTwo, sampleRepository } from '../generate/repository.fixture.ts'
import { chooseBase } from './base-commit.ts'
import { diffSince } from './diff.ts'
import { openGit } from './git.ts'

type Run = (...args: string[]) => string

/** Git in a folder, without the settings of the machine. */
function gitIn(folder: string): Run {
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false']
  const env = { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' }
  return (...args) => execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8', env }).trim()
}

async function emptyRepository(): Promise<{ folder: string; git: Run; commit: () => string }> {
  const folder = temporaryFolder()
  const git = gitIn(folder)
  git('init', '--quiet', '--initial-branch=main')
  await writeFile(join(folder, 'redocly.yaml'), 'apis:\n  lamps:\n    root: specs/lamps/openapi.yaml\n')
  await writeFile(join(folder, '.git/info/exclude'), '/redocly.yaml')
  let commits = 0
  const commit = () => {
    git('commit', '--quiet', '--allow-empty', `--message=${commits++}`)
    return git('rev-parse', 'HEAD')
  }
  return { folder, git, commit }
}

const short = (commit: string) => commit.slice(0, 7)
const baseOf = (folder: string, ref?: string) => chooseBase(openGit(folder), folder, ref)?.description

it('the base of a branch is where it left the main branch, however far that has gone on', async () => {
  const { folder, git, commit } = await emptyRepository()
  const fork = commit()
  git('switch', '--quiet', '--create=branch')
  commit()
  git('switch', '--quiet', 'main')
  commit()
  git('switch', '--quiet', 'branch')
  expect(baseOf(folder)).toBe(`${short(fork)}, where this branch left main`)
  expect(baseOf(folder, 'main')).toBe(`${short(fork)}, where this branch left main`)
})

it('the main branch of the remote counts before the local one', async () => {
  const { folder, git, commit } = await emptyRepository()
  const pushed = commit()
  git('update-ref', 'refs/remotes/origin/main', pushed)
  commit()
  expect(baseOf(folder)).toBe(`${short(pushed)}, which is origin/main`)
})

it('the base of the main branch is the commit before the last, or the last one when there are edits', async () => {
  const { folder, commit } = await emptyRepository()
  const [first, second] = [commit(), commit()]
  expect(baseOf(folder)).toBe(`${short(first)}, the commit before the last`)
  await writeFile(join(folder, 'notes.txt'), 'none of the contracts')
  expect(baseOf(folder)).toBe(`${short(first)}, the commit before the last`)
  await writeFile(join(folder, 'CHANGELOG.md'), '')
  expect(baseOf(folder)).toBe(`${short(second)}, the last commit`)
})

it('a ref is taken by any name', async () => {
  const { folder, git, commit } = await emptyRepository()
  const first = commit()
  git('tag', 'v1')
  commit()
  expect(baseOf(folder, 'v1')).toBe(`${short(first)}, which is v1`)
  expect(baseOf(folder, first)).toBe(`${short(first)}, which is ${first}`)
  expect(baseOf(folder, 'HEAD~1')).toBe(`${short(first)}, which is HEAD~1`)
})

it('refuses an unknown ref, even one that looks like an option', async () => {
  const { folder, commit } = await emptyRepository()
  commit()
  const hint = 'name a branch, a tag or a commit (a shallow clone may lack it: git fetch --unshallow)'
  expect(() => baseOf(folder, 'nope')).toThrow(`unknown ref 'nope': ${hint}`)
  expect(() => baseOf(folder, '--all')).toThrow(`unknown ref '--all': ${hint}`)
})

it('refuses a ref that shares no commit', async () => {
  const { folder, git, commit } = await emptyRepository()
  commit()
  git('switch', '--quiet', '--orphan', 'other')
  commit()
  expect(() => baseOf(folder, 'main')).toThrow(
    'HEAD and main share no commit (in a shallow clone: git fetch --unshallow)',
  )
})

it('says so when there is no earlier commit to compare with', async () => {
  const { folder, commit } = await emptyRepository()
  const nothing = { text: 'There is no earlier commit to compare with.', failed: [] }
  expect(await diffSince(`${folder}/`)).toEqual(nothing)
  commit()
  expect(await diffSince(`${folder}/`)).toEqual(nothing)
})

it('says so when there is no repository', async () => {
  const base = await sampleRepository()
  await expect(diffSince(base)).rejects.toThrow('there is no git repository here, and so nothing to compare with')
})

it('compares the sources as they are with the sources at the commit', async () => {
  const base = await sampleOfTwo()
  const git = gitIn(base)
  git('init', '--quiet', '--initial-branch=main')
  git('add', 'specs', 'redocly.yaml')
  git('commit', '--quiet', '--message=x')
  const commit = short(git('rev-parse', 'HEAD'))
  expect(await diffSince(base, 'HEAD')).toEqual({
    text: `Compared with ${commit}, which is HEAD.\n\nNothing has changed on the wire.`,
    failed: [],
  })

  await edit(base, 'specs/desks/schemas/Lamp.yaml', 'lit: {type: boolean,', 'lit: {type: [boolean, "null"],')
  const report = `Compared with ${commit}, the last commit.

desks
  breaking, in responses  Type of \`lit\` widened from 'boolean' to 'boolean | null'. (#/components/schemas/Lamp/properties/lit/type)
  on the wire  GET /lamps/{}: responses.200.content.application/json.schema.properties.lit.type
  on the wire  PUT /lamps/{}: requestBody.content.application/json.schema.properties.lit.type
`
  expect(await diffSince(base)).toEqual({
    text: `${report}  error  Breaking, and not announced. A wire change adds a line to CHANGELOG.md that names its rule IDs, under \`### desks\`.`,
    failed: ['desks'],
  })

  await writeFile(
    join(base, 'CHANGELOG.md'),
    '## [Unreleased]\n\n### desks\n\n- **Changed**: a desk may be neither (LAMP-001).\n',
  )
  expect(await diffSince(base)).toEqual({ text: `${report}  announced in CHANGELOG.md:5`, failed: [] })
})

const lamps = `openapi: 3.1.0
info: {title: Lamps, version: '1'}
paths:
  /lamps:
    get:
      responses:
        '200':
          description: All.
          content: {application/json: {schema: {type: object, required: [lit], properties: {lit: {type: boolean}}}}}
`

it('compares a document in a part of a repository, which had no redocly.yaml and has no rules', async () => {
  const { folder, git } = await emptyRepository()
  const base = join(folder, 'api/')
  await mkdir(base)
  await writeFile(join(base, 'openapi.yaml'), lamps)
  git('add', 'api')
  git('commit', '--quiet', '--message=x')
  await writeFile(join(base, 'redocly.yaml'), 'apis:\n  lamps:\n    root: openapi.yaml\n')
  const index = git('ls-files', '--stage')
  expect((await diffSince(base)).text).toMatch(/last commit\.\n\nNothing has changed on the wire\.$/)

  await edit(base, 'openapi.yaml', '/lamps:', '/rooms: {get: {responses: {}}}\n  /lamps:')
  const added = await diffSince(base)
  expect(added.text).toMatch(/\n\nlamps\n {2}on the wire {2}added GET \/rooms$/)
  expect(added.failed).toEqual([])

  await edit(base, 'openapi.yaml', 'required: [lit], ', '')
  const { text, failed } = await diffSince(base)
  expect(text).toMatch(/error {2}Breaking, and not announced\. Add a line to CHANGELOG\.md, under `### lamps`\.$/)
  expect(failed).toEqual(['lamps'])
  await writeFile(join(base, 'CHANGELOG.md'), '## Next\n\n### lamps\n\n- A lamp may say nothing.\n')
  expect((await diffSince(base)).failed).toEqual([])
  expect(git('ls-files', '--stage')).toBe(index)
})

it('names the place of a fault in the sources', async () => {
  const { folder, git } = await emptyRepository()
  git('commit', '--quiet', '--allow-empty', '--message=x')
  const base = await sampleRepository(['schemas/Lamp.yaml', 'Shade.yaml', 'Shape.yaml'])
  gitIn(base)('init', '--quiet')
  gitIn(base)('fetch', '--quiet', folder, 'main:main')
  gitIn(base)('symbolic-ref', 'HEAD', 'refs/heads/main')
  await expect(diffSince(base, 'main')).rejects.toThrow(
    'specs/lamps/schemas/Lamp.yaml:8:17  `$ref: Shape.yaml` names no file.',
  )
})
