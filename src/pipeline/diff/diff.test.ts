import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findingFormats } from '../../report/write-findings.ts'
import { temporaryFolder } from '../../temporary-folder.fixture.ts'
import { edit, sampleOfTwo, sampleRepository } from '../generate/repository.fixture.ts'
import { type DiffOptions, diffDocuments, diffSince, findingsOf, printDiff } from './diff.ts'
import { chooseBase, openGit } from './git.ts'
import { readAccepted } from './settings.ts'

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
  await mkdir(join(folder, 'specs'))
  await writeFile(join(folder, 'specs/lamps.yaml'), '')
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
  const nothing = {
    heading: 'There is no earlier commit to compare with.',
    interfaces: [],
    version: undefined,
    failed: [],
  }
  expect(await diffSince(`${folder}/`)).toEqual(nothing)
  commit()
  expect(await diffSince(`${folder}/`)).toEqual(nothing)
})

it('says so when there is no repository', async () => {
  const base = await sampleRepository()
  await expect(diffSince(base)).rejects.toThrow(
    'there is no git repository here, and so nothing to compare with; name two documents, the older one first',
  )
})

it('compares the sources as they are with the sources at the commit', async () => {
  const base = await sampleOfTwo()
  const git = gitIn(base)
  git('init', '--quiet', '--initial-branch=main')
  git('add', 'specs', 'redocly.yaml')
  git('commit', '--quiet', '--message=x')
  const commit = short(git('rev-parse', 'HEAD'))
  expect(printDiff(await diffSince(base, 'HEAD'))).toBe(
    `Compared with ${commit}, which is HEAD.\n\nNothing that a caller can see has changed.`,
  )

  await edit(base, 'specs/desks/schemas/Lamp.yaml', 'lit: {type: boolean,', 'lit: {type: [boolean, "null"],')
  const report = `Compared with ${commit}, the last commit.

desks
  breaking  response-type-widened  GET /lamps/{lampId}, answer 200 /lit: null
      shown by  GET /lamps/hall → 200 {"id":"id","lit":null}
      works     GET /lamps/hall → 200 {"id":"id","lit":true}
      client    getLamp
      at        specs/desks/schemas/Lamp.yaml:7:9
  info  request-type-widened  PUT /lamps/{lampId}, body /lit: null

Version: major.`
  const result = await diffSince(base)
  expect(printDiff(result)).toBe(report)
  expect(result.failed).toEqual(['desks'])
  expect((await diffSince(base, undefined, { failOn: 'never' })).failed).toEqual([])
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
  expect((await diffSince(base)).interfaces).toEqual([])

  await edit(base, 'openapi.yaml', '/lamps:', '/rooms: {get: {responses: {}}}\n  /lamps:')
  const added = await diffSince(base)
  expect(printDiff(added)).toMatch(/\n\nlamps\n {2}info {2}operation-added {2}GET \/rooms\n\nVersion: minor\.$/)
  expect(added.failed).toEqual([])

  await edit(base, 'openapi.yaml', 'required: [lit], ', '')
  const broken = await diffSince(base)
  expect(broken.failed).toEqual(['lamps'])
  expect(git('ls-files', '--stage')).toBe(index)
})

it('compares two documents without a repository, and a change that is accepted until a day', async () => {
  const folder = temporaryFolder()
  const [old, now] = [join(folder, 'old.yaml'), join(folder, 'new.yaml')]
  await writeFile(old, lamps)
  await writeFile(now, lamps.replace('required: [lit], ', ''))
  const result = await diffDocuments([old, now])
  expect([result.heading, result.failed, result.version]).toEqual([
    `Compared ${now} with ${old}.`,
    ['new.yaml'],
    'major',
  ])

  const file = join(folder, 'rulebound.yaml')
  const entry = '{id: response-member-optional, at: GET /lamps, because: Nobody reads it., until: 2026-12-31}'
  await writeFile(file, `diff:\n  accepted:\n    - ${entry}\n`)
  const options = { accepted: readAccepted({ file, path: ['diff', 'accepted'] }), today: '2026-12-31' }
  const judged = await diffDocuments([old, now], options)
  expect(judged.failed).toEqual([])
  expect(printDiff(judged)).toContain('  accepted  response-member-optional  GET /lamps, answer 200 /lit\n')
  expect(printDiff(judged)).toContain('because   Nobody reads it., until 2026-12-31')
  expect((await diffDocuments([old, now], { ...options, today: '2027-01-01' })).failed).toEqual(['new.yaml'])
})

it('reports changes in every format, at the place in the newer file, and as errors those that fail', async () => {
  const folder = temporaryFolder()
  const [old, now] = ['old.yaml', 'new.yaml'].map((name) => join(folder, name)) as [string, string]
  await writeFile(old, `${lamps}  /rooms: {get: {responses: {200: {description: ok}}}}\n`)
  await writeFile(now, lamps.replace('required: [lit], ', ''))
  const findingsAt = async (failOn: 'breaking' | 'never') =>
    findingsOf(await diffDocuments([old, now], { from: folder, failOn }))
  const findings = await findingsAt('breaking')
  expect(findings).toMatchObject([
    {
      id: 'response-member-optional',
      level: 'error',
      message: expect.stringMatching(/^GET \/lamps, answer 200 \/lit: .*; shown by GET \/lamps → 200 {}; works GET/),
      place: { file: 'new.yaml', line: 9, pointer: expect.stringContaining('/paths/~1lamps/get/') },
    },
    {
      id: 'operation-removed',
      level: 'error',
      operation: 'GET /rooms',
      message: 'GET /rooms: a method of a path is gone; shown by GET /rooms; client getRooms',
      // The node that had it.
      place: { file: 'new.yaml', line: 3, pointer: '/paths/~1rooms/get' },
    },
  ])
  expect((await findingsAt('never')).map(({ level }) => level)).toEqual(['warning', 'warning'])
  for (const [format, write] of Object.entries(findingFormats))
    expect([format, write({ tool: 'diff', subject: 'x', findings })]).toEqual([
      format,
      expect.stringMatching(/response-member-optional(.|\n)*\/lit/),
    ])
})

it('compares a document at a commit with the file, and a file with what it was at the branch point', async () => {
  const { folder, git } = await emptyRepository()
  const file = join(folder, 'openapi.yaml')
  await writeFile(file, lamps)
  git('add', 'openapi.yaml')
  git('commit', '--quiet', '--message=x')
  await writeFile(file, lamps.replace('required: [lit], ', ''))
  const ids = async (...words: [string, string?]) => {
    const { interfaces } = await diffDocuments(words, { from: folder })
    return interfaces.flatMap(({ changes }) => changes.map(({ id }) => id))
  }
  expect(await ids('main:openapi.yaml', 'openapi.yaml')).toEqual(['response-member-optional'])
  expect(await ids('openapi.yaml', 'HEAD:openapi.yaml')).toEqual(['response-member-required'])
  expect(await ids('openapi.yaml')).toEqual(['response-member-optional'])
  await expect(ids('nope:openapi.yaml', 'openapi.yaml')).rejects.toThrow(
    "unknown ref 'nope' in nope:openapi.yaml: name a branch, a tag or a commit, or a file that is there",
  )
})

it('reads both documents with overlays, those of a commit as they were there', async () => {
  const { folder, git } = await emptyRepository()
  const [file, overlay] = ['openapi.yaml', 'overlay.yaml'].map((name) => join(folder, name)) as [string, string]
  const requiring = (list: string) =>
    writeFile(
      overlay,
      `overlay: 1.0.0
info: {title: T, version: '1'}
actions:
  - target: $.paths['/lamps'].get.responses['200'].content['application/json'].schema
    update: {required: ${list}}
`,
    )
  await writeFile(file, lamps.replace('required: [lit], ', ''))
  await requiring('[lit]')
  git('add', 'openapi.yaml', 'overlay.yaml')
  git('commit', '--quiet', '--message=x')
  await requiring('[]')
  const ids = async (options: DiffOptions, ...words: [string, string?]) => {
    const { interfaces } = await diffDocuments(words, { from: folder, ...options })
    return interfaces.flatMap(({ changes }) => changes.map(({ id }) => id))
  }
  const overlays = [overlay]
  expect(await ids({}, 'main:openapi.yaml', 'openapi.yaml')).toEqual([])
  expect(await ids({ overlays }, 'main:openapi.yaml', 'openapi.yaml')).toEqual(['response-member-optional'])
  expect(await ids({ overlays }, 'openapi.yaml', 'openapi.yaml')).toEqual([])
  await writeFile(join(folder, 'redocly.yaml'), 'apis:\n  lamps:\n    root: openapi.yaml\n')
  expect((await diffSince(`${folder}/`, 'main', { overlays })).failed).toEqual(['lamps'])
})

it.for([
  ['{}', 'accepted.yaml:1:1  accepted: write a list of accepted changes, each with `id` and `because`'],
  [
    '[{id: operation-removd, because: x}]',
    "accepted.yaml:1:12  accepted.0: there is no kind of change `operation-removd`; did you mean 'operation-removed'?",
  ],
  [
    '[{id: operation-removed}]',
    'accepted.yaml:1:12  accepted.0: operation-removed needs `because`: the reason, for readers of a report',
  ],
  [
    '[{id: operation-removed, because: x, until: soon}]',
    'accepted.yaml:1:48  accepted.0.until: write a day, such as 2026-12-31',
  ],
  [
    '[{id: operation-removed, because: x, untill: 1}]',
    "accepted.yaml:1:48  accepted.0.untill: there is no such key; did you mean 'until'?",
  ],
] as const)('refuses the accepted changes %s', async ([text, message]) => {
  const file = join(temporaryFolder(), 'accepted.yaml')
  await writeFile(file, `accepted: ${text}\n`)
  expect(() => readAccepted({ file, path: [] })).toThrow(message)
})

it('names the place of a fault in the sources', async () => {
  const { folder, git } = await emptyRepository()
  git('commit', '--quiet', '--allow-empty', '--message=x')
  const base = await sampleRepository(['schemas/Lamp.yaml', 'Shade.yaml', 'Shape.yaml'])
  gitIn(base)('init', '--quiet')
  gitIn(base)('fetch', '--quiet', folder, 'main:main')
  gitIn(base)('symbolic-ref', 'HEAD', 'refs/heads/main')
  await expect(diffSince(base, 'main')).rejects.toThrow(/^specs\/lamps\/schemas\/Lamp\.yaml:8:\d+ {2}.*Shape\.yaml/)
})
