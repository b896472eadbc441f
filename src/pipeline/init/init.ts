import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { stringify } from 'yaml'
import { parseJson } from '../../json-text.ts'
import { readTextFile } from '../../text-file.ts'
import { UserError } from '../../user-error.ts'
import { listEntries } from '../../workspace/entries.ts'
import { root } from '../../workspace/root.ts'
import { freeName } from '../../workspace/select-named.ts'
import { appendLines } from '../append-lines.ts'

/** What `init` has done, one line each, and what is left to the user. */
export interface InitReport {
  written: string[]
  /** Text to print below: scripts and jobs that this repository has no place for. */
  remaining: string[]
}

/** Packages of `lint` and `generate`, with the versions that these are tested with. */
export const peers: Readonly<Record<string, string>> = {
  '@stoplight/spectral-cli': '^6.16.0',
  'openapi-typescript': '^7.13.0',
  typescript: '^5.9.0',
}

const scripts = {
  'api:lint': 'rulebound lint',
  'api:generate': 'rulebound generate',
  'api:mock': 'rulebound mock',
  'api:dev': 'rulebound dev',
  'api:verify': 'rulebound verify',
}

/**
 * Makes a folder a contract repository: lists its OpenAPI documents in `redocly.yaml`, and adds scripts and a job where there is a place
 * for them. What is there already stays, so that a second run changes nothing.
 *
 * @param from a document to start with, in a folder that has none
 * @throws {UserError} when there is no document, or a file cannot be changed
 */
export function initWorkspace(folder: string, from?: string): InitReport {
  const report: InitReport = { written: [], remaining: [] }
  const documents = from === undefined ? findDocuments(folder) : [takeDocument(folder, from, report)]
  if (documents.length === 0) {
    throw new UserError('there is no OpenAPI document in this folder; name one: rulebound init --from <file>')
  }
  const source = sourceOfPackage(folder)
  addToRedocly(folder, documents, report)
  addToManifest(folder, source, report)
  addJob(folder, source, report)
  return report
}

/** The root documents in a folder and below it, by path from there. */
export function findDocuments(folder: string): string[] {
  const files = globSync('**/*.{yaml,yml,json}', {
    cwd: folder,
    exclude: (path) => /^(node_modules|generated|dist|build|coverage|\..+)$/.test(basename(path)),
  })
  return files
    .map((file) => file.split(sep).join('/'))
    .filter((file) => !isOfSite(join(folder, dirname(dirname(file)))) && isRoot(join(folder, file)))
    .sort()
}

/** True for a folder that `docs` has written, which has each document as well. */
function isOfSite(folder: string): boolean {
  return ['index.html', 'llms.txt', 'llms-full.txt'].every((name) => existsSync(join(folder, name)))
}

/** True for the root of a document: its version stands anywhere among the members of the whole file. */
function isRoot(file: string): boolean {
  const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  if (!text.trimStart().startsWith('{')) return /^["']?(openapi|swagger)["']?:\s*["']?[23]\./m.test(text)
  const { openapi, swagger } = Object(parseJson(text)) as { openapi?: unknown; swagger?: unknown }
  return /^[23]\./.test(String(openapi ?? swagger))
}

function takeDocument(folder: string, from: string, report: InitReport): string {
  const source = resolve(folder, from)
  readTextFile(source)
  if (!isRoot(source)) throw new UserError(`--from: ${from} is no OpenAPI document`)
  const inside = relative(folder, source)
  if (!inside.startsWith('..')) return inside.split(sep).join('/')
  const name = `openapi${/\.json$/i.test(source) ? '.json' : '.yaml'}`
  if (!existsSync(join(folder, name))) {
    copyFileSync(source, join(folder, name))
    report.written.push(`${name}: a copy of ${from}`)
  }
  return name
}

function addToRedocly(folder: string, documents: readonly string[], report: InitReport): void {
  const file = join(folder, 'redocly.yaml')
  const isNew = !existsSync(file)
  const text = isNew ? newRedoclyYaml : readFileSync(file, 'utf8')
  const known = isNew ? [] : listEntries(folder)
  const listed = new Set(known.map(({ document }) => resolve(folder, document)))
  const names = new Set(known.map(({ name }) => name))
  const entries = documents
    .filter((document) => !listed.has(resolve(folder, document)))
    .map((document) => {
      const name = nameOf(folder, document, names)
      names.add(name)
      return { name, document }
    })
  if (entries.length === 0) return
  const lines = entries.flatMap(({ name, document }) => [
    `${name}:`,
    `  root: ${stringify(document, { lineWidth: 0, defaultStringType: /[\n\r]/.test(document) ? 'QUOTE_DOUBLE' : 'PLAIN' }).trimEnd()}`,
  ])
  writeFileSync(file, appendLines('redocly.yaml', text, 'apis', lines))
  for (const { name, document } of entries) report.written.push(`redocly.yaml: ${name} is ${document}`)
  if (isNew) report.written.push('redocly.yaml: `telemetry: off`, so that Redocly sends nothing')
}

const newRedoclyYaml = `# The OpenAPI documents of this repository, each with its name. rulebound and Redocly read this list.
telemetry: off
# What a document has to keep; see https://redocly.com/docs/cli/rules for more.
extends:
  - minimal
`

/** After the folder or the file of a document, whichever says more. */
function nameOf(folder: string, document: string, taken: ReadonlySet<string>): string {
  const stem = basename(document)
    .replace(/\.(ya?ml|json)$/i, '')
    .replace(/[.-]?(openapi|swagger)$/i, '')
  const isGeneral = /^(api|index|spec|schema|document|root|v?\d+)?$/i.test(stem)
  const above = basename(dirname(resolve(folder, document)))
  const chosen = (isGeneral ? above : stem)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[^a-z]+|-+$/g, '')
    .slice(0, 30)
  return freeName(chosen.length < 2 ? 'api' : chosen, taken)
}

interface Manifest {
  scripts?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  scarfSettings?: object
}

function addToManifest(folder: string, source: string, report: InitReport): void {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) {
    const lines = [installCommand(source), ...Object.values(scripts).map((command) => `npx ${command}`)]
    report.remaining.push(
      `There is no package.json, so no script is written. The commands are:\n\n  ${lines.join('\n  ')}`,
    )
    return
  }
  const text = readFileSync(file, 'utf8')
  const manifest: Manifest = JSON.parse(text)
  const known = { ...manifest.dependencies, ...manifest.devDependencies }
  const wanted = Object.entries({ rulebound: source, ...peers }).filter(([name]) => !Object.hasOwn(known, name))
  const freeScripts = Object.entries(scripts).filter(([name]) => !Object.hasOwn(manifest.scripts ?? {}, name))
  if (wanted.length + freeScripts.length === 0 && manifest.scarfSettings) return
  const next = {
    ...manifest,
    ...(freeScripts.length > 0 && { scripts: { ...manifest.scripts, ...Object.fromEntries(freeScripts) } }),
    ...(wanted.length > 0 && { devDependencies: { ...manifest.devDependencies, ...Object.fromEntries(wanted) } }),
    scarfSettings: manifest.scarfSettings ?? { enabled: false },
  }
  const indent = /^[ \t]+/m.exec(text)?.[0] ?? 2
  writeFileSync(file, `${JSON.stringify(next, null, indent)}\n`)
  if (freeScripts.length > 0)
    report.written.push(`package.json: scripts ${freeScripts.map(([name]) => name).join(', ')}`)
  if (wanted.length > 0) {
    report.written.push(`package.json: packages ${wanted.map(([name]) => name).join(', ')}; run: npm install`)
  }
  if (!manifest.scarfSettings)
    report.written.push('package.json: `scarfSettings`, so that packages report no installations')
}

function addJob(folder: string, source: string, report: InitReport): void {
  const install = existsSync(join(folder, 'package.json')) ? 'npm ci' : installCommand(source)
  const job = `name: API
on: [push, pull_request]
permissions:
  contents: read
jobs:
  contracts:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          fetch-depth: 0
          persist-credentials: false
      - uses: actions/setup-node@v4
        with:
          node-version: 24
      - run: ${install}
      - run: npx rulebound lint
      - run: npx rulebound verify
`
  const file = '.github/workflows/rulebound.yml'
  if (!existsSync(join(folder, '.github'))) {
    report.remaining.push(`There is no .github/, so no job is written. As a workflow it would be:\n\n${job.trimEnd()}`)
  } else if (!existsSync(join(folder, file))) {
    mkdirSync(join(folder, '.github/workflows'), { recursive: true })
    writeFileSync(join(folder, file), job)
    report.written.push(`${file}: a job that lints and verifies`)
  }
}

/** Installs this package and what `lint` needs, in a folder that has no package.json. */
function installCommand(source: string): string {
  const packages = Object.entries(peers).map(([name, range]) => `'${name}@${range}'`)
  return `npm install --no-save --no-package-lock '${source}' ${packages.join(' ')}`
}

/** Where this package was installed from: the job and package.json install it from there, since no registry has it yet. */
function sourceOfPackage(folder: string): string {
  const lock = join(root, '../.package-lock.json')
  const installed: { resolved?: string; version?: string } = existsSync(lock)
    ? (JSON.parse(readFileSync(lock, 'utf8')).packages?.['node_modules/rulebound'] ?? {})
    : {}
  const { resolved } = installed
  if (resolved === undefined) return `file:${relativePath(folder, root.replace(/[/\\]$/, ''))}`
  return resolved.startsWith('file:')
    ? `file:${relativePath(folder, resolve(root, '../..', resolved.slice(5)))}`
    : resolved
}

function relativePath(folder: string, target: string): string {
  const path = relative(folder, target).split(sep).join('/')
  return path.startsWith('.') ? path : `./${path}`
}
