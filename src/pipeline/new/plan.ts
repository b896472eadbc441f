import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs'
import { extname, join, normalize, relative } from 'node:path'
import { parseYaml } from '../../contract/yaml-file.ts'
import { UserError } from '../../user-error.ts'
import { listInterfaces } from '../../workspace/entries.ts'
import { findOwnRoot } from '../../workspace/find-root.ts'
import { listUnits } from '../generate/units.ts'
import { readSources } from '../lint/coverage.ts'

/** The names of a new interface, and the source of its rules. */
export interface NewInterface {
  name: string
  title: string
  /** It joins the bundled interfaces; others have their places in a repository of the user. */
  isBundled: boolean
  /** The beginning of the IDs of its rules. */
  prefix: string
  /** The source document: its name in `specs/sources.yaml`, and its path from the root of the repository. */
  source: { name: string; file: string }
  /** False if `specs/sources.yaml` already has the source. */
  isNewSource: boolean
  /** The source document is written with the interface. */
  writesSource: boolean
  /** Heading of the source document that the first rule cites. */
  section: string
}

interface Wishes {
  name: string
  title?: string | undefined
  prefix?: string | undefined
  source?: string | undefined
}

/** Long enough for every interface here, and short enough for a line of code with two names. */
const maxNameLength = 30

/** Names that exports of the package or folders of `specs/` and the mock use. */
const reserved = ['shared', 'package.json']

/**
 * Plans a new interface from the options of the command.
 *
 * @param base the repository's root, with a trailing slash
 * @throws {UserError} for an option that cannot be used; says how to change it
 */
export function readPlan(base: string, wishes: Wishes): NewInterface {
  const { name } = wishes
  const isBundled = findOwnRoot(base) === undefined
  checkName(base, name, isBundled)
  const title = wishes.title ?? `${name[0]?.toUpperCase()}${name.slice(1).replaceAll('-', ' ')} API`
  if (!/^[\p{L}\p{N}][\p{L}\p{N} .,:()&'’/+-]{0,59}$/u.test(title)) {
    throw new UserError(
      '--title takes one line of at most 60 letters, digits, spaces and plain punctuation, and starts with a letter or digit.',
    )
  }
  const file = wishes.source === undefined ? `specs/${name}/source.md` : readSource(base, wishes.source)
  const section = wishes.source === undefined ? 'Items' : firstHeading(join(base, file))
  const known = isBundled ? readSourceList(base).find((source) => source.file === file) : { name: file, file }
  return {
    isBundled,
    name,
    title,
    prefix: choosePrefix(base, name, wishes.prefix),
    source: known ?? { name: `${name}.${extname(file).slice(1)}`, file },
    isNewSource: known === undefined,
    writesSource: wishes.source === undefined,
    section,
  }
}

/** The files and folders of a new interface, relative to the root. */
export function placesOf(name: string): { specs: string; code: string; guide: string } {
  return { specs: `specs/${name}`, code: `src/interfaces/${name}`, guide: `docs/guides/${name}.md` }
}

function checkName(base: string, name: string, isBundled: boolean): void {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length < 2 || name.length > maxNameLength) {
    throw new UserError(
      `'${name}' cannot name an interface. A name has 2 to ${maxNameLength} small letters, digits and single hyphens, and starts with a letter, such as parking or parking-lots.`,
    )
  }
  const exported = isBundled
    ? Object.keys(JSON.parse(readFileSync(join(base, 'package.json'), 'utf8')).exports ?? {})
    : []
  if (reserved.includes(name) || exported.some((path) => path === `./${name}` || path.startsWith(`./${name}/`))) {
    throw new UserError(`'${name}' is taken: the package or a folder of specs/ has that name. Choose another.`)
  }
  if (listInterfaces(base).some((entry) => entry.name === name)) {
    throw new UserError(`redocly.yaml has an interface '${name}' already. Choose another name.`)
  }
  const taken = Object.values(placesOf(name)).filter((path) => existsSync(join(base, path)))
  if (taken.length > 0) {
    throw new UserError(`${taken.join(', ')} exists already. Remove it, or choose another name than '${name}'.`)
  }
}

function choosePrefix(base: string, name: string, wish: string | undefined): string {
  const prefix = wish ?? name.replaceAll('-', '').slice(0, 4).toUpperCase()
  if (!/^[A-Z][A-Z0-9]{1,7}$/.test(prefix)) {
    throw new UserError(
      `--prefix takes 2 to 8 capital letters and digits and starts with a letter, such as PARK; '${prefix}' does not.`,
    )
  }
  for (const { source } of listUnits(base)) {
    const file = join(source, 'rules.yaml')
    if (!existsSync(join(base, file))) continue
    const [, taken] = /^prefix: *['"]?(\w+)/m.exec(readFileSync(join(base, file), 'utf8')) ?? []
    if (taken === prefix) throw new UserError(`${file} has the prefix ${prefix} already. Give another with --prefix.`)
  }
  return prefix
}

function readSource(base: string, wish: string): string {
  const path = normalize(wish).replaceAll('\\', '/')
  const file = join(base, path)
  const isFile = lstatSync(file, { throwIfNoEntry: false })?.isFile() ?? false
  const isInside = isFile && !relative(realpathSync(base), realpathSync(file)).startsWith('..')
  if (path.startsWith('/') || !isInside || !/\.(txt|md|html?)$/.test(path)) {
    throw new UserError(
      `--source takes a text, Markdown or HTML file of this repository by its path from the root; '${wish}' is not such a path.`,
    )
  }
  return path
}

/** Source documents in the repository. */
function readSourceList(base: string): { name: string; file: string }[] {
  const yaml = parseYaml('specs/sources.yaml', readFileSync(join(base, 'specs/sources.yaml'), 'utf8'))
  return readSources(yaml).flatMap(({ name, file }) => (file === undefined ? [] : [{ name, file }]))
}

/** The first heading of a Markdown or HTML file; a plain text has none. */
function firstHeading(file: string): string {
  const [, markdown, html] = /^#{1,6} +(.+)$|<h[1-6][^>]*>([^<]+)</m.exec(readFileSync(file, 'utf8')) ?? []
  return (markdown ?? html)?.trim() || 'Beginning'
}
