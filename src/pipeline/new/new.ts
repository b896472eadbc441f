import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readCatalogue } from '../../contract/rule-catalogue.ts'
import { UserError } from '../../user-error.ts'
import type { WorkspaceFolder } from '../../workspace/entries.ts'
import { appendLines } from '../append-lines.ts'
import { type FileTree, readTree } from '../generate/tree.ts'

/** The names of a new interface. */
export interface NewInterface {
  name: string
  title: string
  /** The beginning of the IDs of its rules. */
  prefix: string
}

interface NewInterfaceOptions extends Pick<NewInterface, 'name'> {
  title?: string | undefined
  prefix?: string | undefined
}

/** Long enough for every interface here, and short enough for a line of code with two names. */
const maxNameLength = 30

/** Names that exports of the package or folders of `specs/` and the mock use. */
const reserved = ['shared']

/**
 * Plans a new interface from the options of the command.
 *
 * @throws {UserError} for an option that cannot be used; says how to change it
 */
export function planInterface(
  folder: WorkspaceFolder,
  { name, title: wanted, prefix }: NewInterfaceOptions,
): NewInterface {
  checkName(folder, name)
  const title = wanted ?? `${name[0]?.toUpperCase()}${name.slice(1).replaceAll('-', ' ')} API`
  if (/^[\p{L}\p{N}][\p{L}\p{N} .,:()&'’/+-]{0,59}$/u.test(title))
    return { name, title, prefix: choosePrefix(folder, name, prefix) }
  throw new UserError(
    '--title takes one line of at most 60 letters, digits, spaces and plain punctuation, and starts with a letter or digit.',
  )
}

/** The files and folders of a new interface, relative to the root. */
function placesOf(name: string) {
  return { specs: `specs/${name}`, code: `src/interfaces/${name}`, guide: `docs/guides/${name}.md` }
}

function checkName({ base, sources, catalogueSchema }: WorkspaceFolder, name: string): void {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length < 2 || name.length > maxNameLength)
    throw new UserError(
      `'${name}' cannot name an interface. A name has 2 to ${maxNameLength} small letters, digits and single hyphens, and starts with a letter, such as parking or parking-lots.`,
    )
  if (sources.some((one) => one.entry && one.name === name))
    throw new UserError(`redocly.yaml has an interface '${name}' already. Choose another name.`)
  const exported = catalogueSchema === undefined ? [] : Object.keys(readManifest(base).exports ?? {})
  if (reserved.includes(name) || exported.some((path) => path === `./${name}` || path.startsWith(`./${name}/`)))
    throw new UserError(`'${name}' is taken: the package or a folder of specs/ has that name. Choose another.`)
  const taken = Object.values(placesOf(name)).filter((path) => existsSync(join(base, path)))
  if (taken.length > 0)
    throw new UserError(`${taken.join(', ')} exists already. Remove it, or choose another name than '${name}'.`)
}

function readManifest(base: string): { exports?: Record<string, string> } {
  return JSON.parse(readFileSync(join(base, 'package.json'), 'utf8'))
}

function choosePrefix({ base, sources }: WorkspaceFolder, name: string, given: string | undefined): string {
  const prefix = given ?? name.replaceAll('-', '').slice(0, 4).toUpperCase()
  if (!/^[A-Z][A-Z0-9]{1,7}$/.test(prefix))
    throw new UserError(
      `--prefix takes 2 to 8 capital letters and digits and starts with a letter, such as PARK; '${prefix}' does not.`,
    )
  const taken = sources
    .map(({ source }) => join(source, 'rules.yaml'))
    .find((file) => readCatalogue(file, join(base, file))?.prefix === prefix)
  if (taken === undefined) return prefix
  throw new UserError(`${taken} has the prefix ${prefix} already. Give another with --prefix.`)
}

/**
 * Writes the files of an interface and its entries, and then calls `finish`. If a step fails, everything is as it was. Folders of specs/
 * have a client, a guide and a list of their sources as well.
 *
 * @throws {UserError} when the repository is not in order, or a file cannot be written
 */
export async function addInterface(
  { base, catalogueSchema }: Pick<WorkspaceFolder, 'base' | 'catalogueSchema'>,
  plan: NewInterface,
  finish: () => Promise<unknown>,
): Promise<void> {
  const { name } = plan
  const isOfFolders = catalogueSchema !== undefined
  const read = (file: string) => readFileSync(join(base, file), 'utf8')
  const entry = [`${name}:`, `  root: specs/${name}/openapi.yaml`, `  output: generated/${name}/openapi.yaml`]
  // Hand-written lists that name interfaces or their sources.
  const lists = new Map([['redocly.yaml', appendLines('redocly.yaml', read('redocly.yaml'), 'apis', entry)]])
  if (isOfFolders) {
    const declared = `  - name: ${name}.md\n    file: specs/${name}/source.md\n`
    lists.set('specs/sources.yaml', `${read('specs/sources.yaml').trimEnd()}\n\n${declared}`)
    const { exports, ...manifest } = readManifest(base)
    const all = Object.entries({ ...exports, [`./${name}`]: `./generated/${name}/client.ts` })
    all.sort(([a], [b]) => (a < b ? -1 : 1))
    lists.set('package.json', `${JSON.stringify({ ...manifest, exports: Object.fromEntries(all) }, null, 2)}\n`)
  }
  const before = new Map([...lists.keys()].map((file) => [file, read(file)]))
  try {
    for (const [file, text] of [...templateFiles(plan, isOfFolders), ...lists]) {
      mkdirSync(dirname(join(base, file)), { recursive: true })
      writeFileSync(join(base, file), text)
    }
    await finish()
  } catch (error) {
    for (const place of Object.values(placesOf(name))) rmSync(join(base, place), { recursive: true, force: true })
    for (const [file, text] of before) if (read(file) === lists.get(file)) writeFileSync(join(base, file), text)
    const reason = error instanceof UserError || (error as NodeJS.ErrnoException).syscall !== undefined
    if (!reason) throw error
    throw new UserError(`${name} is not added, and no file is changed:\n${(error as Error).message}`, { cause: error })
  }
}

const template = fileURLToPath(new URL('template/', import.meta.url))

/** The files of an interface with one operation. Elsewhere than in folders of specs/, its code runs whatever package.json says of modules. */
function templateFiles({ name, title, prefix }: NewInterface, isOfFolders: boolean): FileTree {
  const ts = isOfFolders ? 'ts' : 'mts'
  const values: Record<string, string> = {
    ts,
    // Elsewhere the mock stands at the path of the first server.
    mockServer: isOfFolders
      ? `  - url: http://127.0.0.1:4010/${name}\n    description: The mock of this repository.\n`
      : '',
    name,
    Name: name.replaceAll(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase()),
    prefix,
    title,
    quotedTitle: JSON.stringify(title),
    quotedSource: JSON.stringify(isOfFolders ? `${name}.md` : `specs/${name}/source.md`),
  }
  const places = placesOf(name)
  const roots: Record<string, string> = {
    specs: places.specs,
    interface: places.code,
    'guide.md.template': places.guide,
  }
  const files = [...readTree(template)].filter(([file]) => isOfFolders || !file.startsWith('guide'))
  return new Map(
    files.map(([file, text]) => [
      file
        .replace(/^[^/]+/, (first) => roots[first] ?? first)
        .replace(/\.template$/, '')
        .replace(/\.ts$/, `.${ts}`),
      text.replaceAll(/\{\{(\w+)\}\}/g, (all, key: string) => values[key] ?? all),
    ]),
  )
}

/** What is left to write, for the user. */
export function nextSteps({ name, prefix }: NewInterface, isOfFolders: boolean): string {
  const code = `src/interfaces/${name}`
  const [ts, form] = isOfFolders ? ['ts', ' (form: specs/README.md)'] : ['mts', '']
  const steps = [
    `specs/${name}/source.md: the text that the rules stand on`,
    `specs/${name}/openapi.yaml and paths/: the title, the servers, the operations${form}`,
    `specs/${name}/schemas/, parameters/, responses/: what goes over the wire`,
    `specs/${name}/examples/: one file per example; the mock answers with them and starts with them`,
    `specs/${name}/rules.yaml: one ${prefix}-… rule per fact of the source, one gap per thing that it does not show`,
    `${code}/behaviour.${ts}: what the mock does for each operation`,
    `${code}/checks.${ts}: the check of each rule, with the ways to break the rule`,
    ...(isOfFolders
      ? [
          `docs/guides/${name}.md and a section of docs/guides/clients.md: what callers read; a row there, in README.md and in scripts/package/readme.md`,
          `npm run generate && npm run test:interface -- ${name}: the lint, the checks, and a proof that each check can fail`,
          `npm run dev -- ${name}: the mock at http://127.0.0.1:4010/${name}, with every edit of specs/`,
        ]
      : [
          `rulebound generate ${name}: the types that the code imports`,
          `rulebound lint ${name} && rulebound verify prove ${name}: the lint, the checks, and a proof that each check can fail`,
          `rulebound dev ${name}: the mock at http://127.0.0.1:4010/${name}, with every edit`,
        ]),
  ]
  const lines = steps.map((step, index) => `${String(index + 1).padStart(2)}. ${step}`)
  return `Added ${name}, with one operation, its rule and its check. Edit next:\n\n${lines.join('\n')}`
}
