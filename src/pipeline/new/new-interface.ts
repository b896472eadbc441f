import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../../user-error.ts'
import { hasSpecFolders, listEntries } from '../../workspace/entries.ts'
import { listSourceFolders } from '../generate/source-folders.ts'

/** The names of a new interface, and the source of its rules. */
export interface NewInterface {
  name: string
  title: string
  /** The workspace has folders of specs/, whose rules name their sources by a list and whose interfaces have clients and guides. */
  hasSpecFolders: boolean
  /** The beginning of the IDs of its rules. */
  prefix: string
  /** The document that its rules stand on: how rules name it, and its path from the root of the repository. */
  source: { name: string; file: string }
}

interface Wishes {
  name: string
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
 * @param base the repository's root, with a trailing slash
 * @throws {UserError} for an option that cannot be used; says how to change it
 */
export function planInterface(base: string, wishes: Wishes): NewInterface {
  const { name } = wishes
  const isOfFolders = hasSpecFolders(base)
  checkName(base, name, isOfFolders)
  const title = wishes.title ?? `${name[0]?.toUpperCase()}${name.slice(1).replaceAll('-', ' ')} API`
  if (!/^[\p{L}\p{N}][\p{L}\p{N} .,:()&'’/+-]{0,59}$/u.test(title)) {
    throw new UserError(
      '--title takes one line of at most 60 letters, digits, spaces and plain punctuation, and starts with a letter or digit.',
    )
  }
  const file = `specs/${name}/source.md`
  const source = { name: isOfFolders ? `${name}.md` : file, file }
  return { hasSpecFolders: isOfFolders, name, title, prefix: choosePrefix(base, name, wishes.prefix), source }
}

/** The files and folders of a new interface, relative to the root. */
export function placesOf(name: string): { specs: string; code: string; guide: string } {
  return { specs: `specs/${name}`, code: `src/interfaces/${name}`, guide: `docs/guides/${name}.md` }
}

function checkName(base: string, name: string, isOfFolders: boolean): void {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length < 2 || name.length > maxNameLength) {
    throw new UserError(
      `'${name}' cannot name an interface. A name has 2 to ${maxNameLength} small letters, digits and single hyphens, and starts with a letter, such as parking or parking-lots.`,
    )
  }
  if (listEntries(base).some((entry) => entry.name === name)) {
    throw new UserError(`redocly.yaml has an interface '${name}' already. Choose another name.`)
  }
  const exported = isOfFolders
    ? Object.keys(JSON.parse(readFileSync(join(base, 'package.json'), 'utf8')).exports ?? {})
    : []
  if (reserved.includes(name) || exported.some((path) => path === `./${name}` || path.startsWith(`./${name}/`))) {
    throw new UserError(`'${name}' is taken: the package or a folder of specs/ has that name. Choose another.`)
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
  for (const { source } of listSourceFolders(base)) {
    const file = join(source, 'rules.yaml')
    if (!existsSync(join(base, file))) continue
    const [, taken] = /^prefix: *['"]?(\w+)/m.exec(readFileSync(join(base, file), 'utf8')) ?? []
    if (taken === prefix) throw new UserError(`${file} has the prefix ${prefix} already. Give another with --prefix.`)
  }
  return prefix
}

/** What is left to write, for the user. */
export function nextSteps({ name, prefix, source, hasSpecFolders }: NewInterface): string {
  const code = `src/interfaces/${name}`
  const ts = hasSpecFolders ? 'ts' : 'mts'
  const form = hasSpecFolders ? ' (form: specs/README.md)' : ''
  const steps = [
    `${source.file}: the text that the rules stand on`,
    `specs/${name}/openapi.yaml and paths/: the title, the servers, the operations${form}`,
    `specs/${name}/schemas/, parameters/, responses/: what goes over the wire`,
    `specs/${name}/examples/: one file per example; the mock answers with them and starts with them`,
    `specs/${name}/rules.yaml: one ${prefix}-… rule per fact of the source, one gap per thing that it does not show`,
    `${code}/behaviour.${ts}: what the mock does for each operation`,
    `${code}/checks.${ts}: the check of each rule, with the ways to break the rule`,
    ...(hasSpecFolders
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
