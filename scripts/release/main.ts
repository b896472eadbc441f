import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand } from '../../src/cli/run-command.ts'
import { UserError } from '../../src/user-error.ts'
import { readHome } from '../../src/workspace/repository.ts'
import { root } from '../../src/workspace/root.ts'
import { assertE2ePackages } from '../e2e/packages.ts'
import { writeArtifacts } from './artifacts.ts'
import { planRelease, type ReleasePlan } from './plan.ts'

/** Reads the versions of a checkout, and plans its release. @throws {UserError} as `planRelease` does */
function readPlan(checkout: string, day: string): ReleasePlan {
  const read = (file: string) => readFileSync(join(checkout, file), 'utf8')
  const names = globSync('specs/*/rules.yaml', { cwd: checkout }).map((file) => basename(dirname(file)))
  const documents = names.map((name) => {
    const document = existsSync(join(checkout, documentOf(name))) ? read(documentOf(name)) : ''
    return [name, versionLine.exec(document)?.[2]] as const
  })
  const { version } = JSON.parse(read('package.json'))
  return planRelease(read('CHANGELOG.md'), { package: version, documents: new Map(documents) }, day)
}

/** Writes the changelog and the versions of a release. Generated files follow by `npm run generate`. */
function applyPlan(checkout: string, { version, documents, changelog }: ReleasePlan): void {
  const change = (file: string, edit: (text: string) => string) => {
    const path = join(checkout, file)
    writeFileSync(path, edit(readFileSync(path, 'utf8')))
  }
  change('CHANGELOG.md', () => changelog)
  for (const [name, next] of documents) change(documentOf(name), (text) => text.replace(versionLine, `$1'${next}'`))
  // The first versions of both files are those of the package itself.
  change('package.json', (text) => text.replace(/"version": "[^"]*"/, `"version": "${version}"`))
  const own =
    /^(\{\n {2}"name": "[^"]*",\n {2}"version": ")[^"]*|^( {4}"": \{\n {6}"name": "[^"]*",\n {6}"version": ")[^"]*/gm
  change('package-lock.json', (text) => text.replace(own, (_, top = '', inner = '') => `${top}${inner}${version}`))
}

const versionLine = /^( {2}version: )['"]?([\w.-]+)['"]?$/m

function documentOf(name: string): string {
  return `specs/${name}/openapi.yaml`
}

// npm run release                  commits and tags a release; .github/workflows/release.yml publishes the tag
// npm run release -- --local       the same where the address of the repository is a placeholder, so that npm would refuse the package
// npm run release -- --dry-run     writes to dist/release what a release of the last commit would publish
// npm run release -- --artifacts   writes the same for a commit that npm run release has made

const folder = resolve(root, 'dist/release')
const onlyOnline =
  'Only the registries can show these: the provenance of the package (npm publish --provenance), the pushed image and the published docs.'

await runCommand(async () => {
  const values = readFlags()
  if (values.artifacts || values['dry-run']) assertE2ePackages()
  if (values.artifacts) await writeArtifacts(values.out ?? folder)
  else if (values['dry-run']) rehearse()
  else release(values.local)
})

function readFlags() {
  const options = {
    'dry-run': { type: 'boolean' },
    artifacts: { type: 'boolean' },
    local: { type: 'boolean' },
    out: { type: 'string' },
  } as const
  try {
    return parseArgs({ options }).values
  } catch (error) {
    throw new UserError(
      `${(error as Error).message}. Give --dry-run, --artifacts, --local or nothing: see CONTRIBUTING.md`,
    )
  }
}

/** Makes the release in a clone of the last commit, so that no file of this checkout changes. */
function rehearse(): void {
  const clone = mkdtempSync(join(tmpdir(), 'rulebound-release-'))
  try {
    git(root, 'clone', '--quiet', '--no-tags', root, clone)
    for (const packages of ['node_modules', 'e2e/node_modules'])
      symlinkSync(join(root, packages), join(clone, packages))
    const { version } = write(clone)
    node(clone, 'scripts/release/main.ts', '--artifacts', '--out', folder)
    console.log(`dist/release has what ${version} would publish. ${onlyOnline}`)
  } finally {
    rmSync(clone, { recursive: true, force: true })
  }
}

function release(isLocal = false): void {
  if (!isLocal && readHome() === undefined)
    throw new UserError(
      'repository in package.json is still the placeholder git.example: set it to the address of your repository, which npm compares with the provenance, or give --local for a release that is not published',
    )
  if (git(root, 'status', '--porcelain') !== '')
    throw new UserError('the checkout has changes that are not committed: commit them first')
  const { version } = write(root)
  git(root, 'commit', '--quiet', '--all', '--message', `chore(release): ${version}`)
  git(root, 'tag', '--annotate', `v${version}`, '--message', `rulebound ${version}`)
  console.log(`Committed and tagged v${version}.${isLocal ? '' : ' To publish it: git push --follow-tags'}`)
}

function write(checkout: string): ReturnType<typeof readPlan> {
  const plan = readPlan(checkout, new Date().toISOString().slice(0, 10))
  applyPlan(checkout, plan)
  node(checkout, 'src/cli/rulebound.ts', 'generate')
  return plan
}

function node(checkout: string, ...words: string[]): void {
  const { status } = spawnSync(process.execPath, words, { cwd: checkout, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new UserError(`${words.join(' ')} failed; the reason is above`)
}

function git(checkout: string, ...words: string[]): string {
  return execFileSync('git', words, { cwd: checkout, encoding: 'utf8' }).trim()
}
