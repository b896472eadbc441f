import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { temporaryFolder } from '../../src/temporary-folder.fixture.ts'
import { root } from '../../src/workspace/root.ts'

const minutes = 60_000
const checkout = temporaryFolder()
const folder = temporaryFolder()
const git = (...words: string[]) => execFileSync('git', words, { cwd: checkout, encoding: 'utf8' }).trim()
const release = (...flags: string[]) =>
  spawnSync(process.execPath, ['scripts/release/main.ts', ...flags], { cwd: checkout, encoding: 'utf8' })
const read = (file: string) => readFileSync(join(checkout, file), 'utf8')

beforeAll(() => {
  execFileSync('git', ['clone', '--quiet', '--no-tags', root, checkout])
  for (const packages of ['node_modules', 'e2e/node_modules'])
    symlinkSync(join(root, packages), join(checkout, packages))
  // A pattern with a slash at its end does not ignore a link.
  appendFileSync(join(checkout, '.git/info/exclude'), 'node_modules\n')
  git('config', 'user.name', 'a tester')
  git('config', 'user.email', 'tester@example.com')
  // The commit that a release has made has no entry for the next one.
  const changes = '# Changelog\n\n## [Unreleased]\n\n### rulebound\n\n- **Added**: a command.\n'
  writeFileSync(join(checkout, 'CHANGELOG.md'), changes)
  git('commit', '--quiet', '--all', '--message', 'docs: note a change')
})

it.each([
  ['scripts/release/main.ts', '--dry-run'],
  ['scripts/e2e/main.ts', 'bench/main.ts'],
])('%s %s names the packages that are not installed', (...words) => {
  const packages = join(checkout, 'e2e/node_modules')
  rmSync(packages)
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: checkout, encoding: 'utf8' })
  symlinkSync(join(root, 'e2e/node_modules'), packages)
  expect([status, stderr]).toEqual([2, 'the packages of e2e/ are missing; run: npm ci --prefix e2e\n'])
})

it(
  'a rehearsal makes everything that a release publishes, and leaves the checkout unchanged',
  () => {
    const { version } = JSON.parse(read('package.json'))
    const { status, stdout, stderr } = release('--dry-run')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain(`dist/release has what ${version} would publish. Only the registries can show`)
    expect(git('status', '--porcelain')).toBe('')

    const files = globSync('dist/release/**/*', { cwd: checkout }).map((file) => file.replace('dist/release/', ''))
    const expected = ['NOTES.md', 'SHA256SUMS', `rulebound-${version}.tgz`, `rulebound-${version}.cdx.json`]
    const documents = [
      'bundles/orders.yaml',
      'bundles/orders-3.0.yaml',
      'docs/latest/index.html',
      `docs/v${version}/index.html`,
    ]
    expect(files).toEqual(
      expect.arrayContaining([...expected, ...documents, 'image/Dockerfile', 'image/dist/package/package.json']),
    )
    const bill = JSON.parse(read(`dist/release/rulebound-${version}.cdx.json`))
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'rulebound', version } } })
    const notices = read('dist/release/image/dist/package/THIRD-PARTY-NOTICES.txt')
    const named = [...notices.matchAll(/^(\S+) (\d\S*) \(.*\)\n-{70}$/gm)].map(([, name, at]) => `${name}@${at}`)
    const billed = bill.components.map(
      (one: { group?: string; name: string; version: string }) =>
        `${one.group ? `${one.group}/` : ''}${one.name}@${one.version}`,
    )
    expect(billed.sort()).toEqual(named.sort())
    expect(spawnSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: join(checkout, 'dist/release') }).status).toBe(0)
    expect(read('dist/release/NOTES.md')).toMatch(new RegExp(`^## \\[${version}\\] - \\d{4}-\\d\\d-\\d\\d\n`))
  },
  10 * minutes,
)

const released = join(checkout, 'dist/release')
/** The script of the step of a job that runs a command. */
const scriptOf = (job: string, command: string): string =>
  parse(read('.github/workflows/release.yml')).jobs[job].steps.find(({ run = '' }) => run.includes(command)).run
const bash = (script: string, cwd: string, env: Record<string, string> = {}) =>
  spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, GITHUB_REF_NAME: 'v1.2.3', ...env },
  })

/** Puts a program in the place of another one. @returns the environment that finds it first */
function standIn(program: string, script: string): Record<string, string> {
  const place = mkdtempSync(join(folder, 'bin-'))
  writeFileSync(join(place, program), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return { PATH: `${place}:${process.env.PATH}` }
}

it('release.yml refuses a tag that is not the version of the package', () => {
  const { version } = JSON.parse(read('package.json'))
  const check = scriptOf('artifacts', 'the tag is')
  expect(bash(check, checkout, { GITHUB_REF_NAME: `v${version}` })).toMatchObject({ status: 0, stdout: '' })
  expect(bash(check, checkout, { GITHUB_REF_NAME: 'v9.9.9' }).status).toBe(1)
})

it('release.yml publishes the package, as far as npm goes without a registry, and no version twice', () => {
  const real = execFileSync('which', ['npm'], { encoding: 'utf8' }).trim()
  const script = scriptOf('package', 'npm publish')
  const first = standIn('npm', `if [ "$1" = view ]; then exit 1; else exec ${real} "$@" --dry-run; fi`)
  const { status, stdout, stderr } = bash(script, released, first)
  expect(status, stderr).toBe(0)
  expect(stdout).toBe(`+ rulebound@${JSON.parse(read('package.json')).version}\n`)
  const again = standIn('npm', '[ "$1" = view ] && echo 1.2.3')
  expect(bash(script, released, again)).toMatchObject({
    status: 0,
    stdout: 'an earlier run has published the package\n',
  })
})

it.each([
  ['make the release', 1, ['view', 'create', 'upload']],
  ['find the release of an earlier run', 0, ['view', 'upload']],
])('release.yml can %s, and gives it files of the rehearsal', (_, viewed, expected) => {
  const log = join(folder, `gh-${viewed}.log`)
  const gh = standIn('gh', `echo "$@" >> ${log}; case $2 in view) exit ${viewed};; esac`)
  expect(bash(`shopt -s failglob; ${scriptOf('files', 'gh release')}`, released, gh)).toMatchObject({ status: 0 })
  const calls = readFileSync(log, 'utf8').trim().split('\n')
  expect(calls.map((call) => call.split(' ')[1])).toEqual(expected)
  const created = calls.filter((call) => call.startsWith('release create'))
  expect(created.every((call) => call.endsWith(' --notes-file NOTES.md'))).toBe(true)
  expect(existsSync(join(released, 'NOTES.md'))).toBe(true)
  expect(calls.at(-1)).toMatch(/^release upload v1\.2\.3 --clobber rulebound-.* bundles\/.* SHA256SUMS$/)
})

it('release.yml adds the docs to the branch of the pages, and keeps those of earlier versions', () => {
  const remote = join(folder, 'pages.git')
  // A checkout without packages, as the job has it.
  const workspace = join(folder, 'workspace')
  git('clone', '--quiet', checkout, workspace)
  const identity = '-c user.name=a -c user.email=a@example.com'
  const prepare =
    `git init --quiet --bare ${remote} && git init --quiet --initial-branch gh-pages site && cd site && mkdir v0.0.1 latest && ` +
    `touch v0.0.1/index.html latest/gone.html && git add . && git ${identity} commit --quiet -m first && ` +
    `git remote add origin ${remote} && git push --quiet --set-upstream origin gh-pages`
  expect(bash(prepare, workspace)).toMatchObject({ status: 0 })
  cpSync(released, join(workspace, 'release'), { recursive: true })
  // The second time is the job that is run again.
  for (const _ of [1, 2]) {
    const { status, stderr } = bash(scriptOf('docs', 'git push'), workspace)
    expect(status, stderr).toBe(0)
  }
  const pushed = bash(`git -C ${remote} ls-tree -r --name-only gh-pages`, folder).stdout.split('\n')
  const { version } = JSON.parse(read('package.json'))
  expect(pushed).toEqual(expect.arrayContaining(['v0.0.1/index.html', `v${version}/index.html`, 'latest/index.html']))
  expect(pushed).not.toContain('latest/gone.html')
})

it(
  'release commits and tags once, from a clean checkout, and with --local where the repository is a placeholder',
  () => {
    const { version } = JSON.parse(read('package.json'))
    expect(release('--dry-rum')).toMatchObject({ status: 2, stderr: expect.stringMatching(/^Unknown option .*\n$/) })
    expect(release()).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^repository in package\.json is still the placeholder git\.example: .*\n$/),
    })
    appendFileSync(join(checkout, 'README.md'), '\n')
    expect(release('--local')).toMatchObject({
      status: 2,
      stderr: 'the checkout has changes that are not committed: commit them first\n',
    })
    git('checkout', 'README.md')
    expect(release('--local')).toMatchObject({ status: 0, stdout: `Committed and tagged v${version}.\n` })
    expect(git('log', '-1', '--format=%s')).toBe(`chore(release): ${version}`)
    expect(git('tag')).toBe(`v${version}`)
    expect(read('CHANGELOG.md')).toContain(`## [Unreleased]\n\n## [${version}] - `)
    writeFileSync(join(checkout, 'package.json'), read('package.json').replace('git.example', 'forge.example'))
    git('commit', '--quiet', '--all', '--message', 'chore: name the repository')
    expect(release()).toMatchObject({
      status: 2,
      stderr: 'CHANGELOG.md has no entry under [Unreleased]: there is nothing to release\n',
    })
  },
  3 * minutes,
)

it('a workflow publishes the package with provenance, and CI runs on the oldest Node.js', () => {
  const published = parse(read('.github/workflows/release.yml'))
  const commands = published.jobs.package.steps.map(({ run = '' }) => run).join('\n')
  expect(commands).toContain('npm publish ./rulebound-*.tgz --provenance')
  expect(published.jobs.package.permissions).toEqual({ 'id-token': 'write' })
  expect(published.jobs.test.uses).toBe('./.github/workflows/ci.yml')
  expect(published.jobs.artifacts.needs).toBe('test')
  const { engines } = JSON.parse(read('package.json'))
  const [oldest] = parse(read('.github/workflows/ci.yml')).jobs.test.strategy.matrix.node
  expect(`>=${oldest}`).toBe(engines.node)
})
