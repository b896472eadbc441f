import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { InterfaceSummary } from '../../contract/runtime.ts'
import { UserError } from '../../user-error.ts'
import type { Unit } from './units.ts'

/** One interface, with the parts of it that the lists point to. */
interface ListedInterface {
  name: string
  title: string
  /** Paths under which the mock serves it: `/orders/api`; none without a document. */
  bases: string[]
  catalogue: { file: string; prefix: string } | undefined
  /** The function that makes its client: `createOrdersClient`. */
  createClient: string | undefined
  guide: string | undefined
  clientGuide: string | undefined
}

/** Markdown between two comments: every file that lists interfaces, and what the region of that name holds. */
const regions: { file: string; region: string; render: (interfaces: readonly ListedInterface[]) => string }[] = [
  {
    file: 'README.md',
    region: 'interfaces',
    render: (interfaces) =>
      table(
        ['interface', 'system', 'mock', 'rules', 'guides'],
        interfaces.map(({ name, title, bases, catalogue, guide, clientGuide }) => [
          `\`${name}\``,
          title,
          bases.map((base) => `\`${base}\``).join(', '),
          catalogue ? `[${catalogue.prefix}](${catalogue.file})` : '',
          [
            guide && `[${guide.endsWith('/index.md') ? 'library' : 'calls'}](${guide})`,
            clientGuide && `[client](${clientGuide})`,
          ]
            .filter(Boolean)
            .join(', '),
        ]),
      ),
  },
  {
    file: 'docs/guides/clients/index.md',
    region: 'clients',
    render: (interfaces) =>
      table(
        ['client', 'API', 'guide'],
        withClient(interfaces).map(({ name, title, createClient, clientGuide }) => [
          `\`${createClient}\` of \`rulebound/${name}\``,
          title,
          clientGuide ? `[${name}.md](${name}.md)` : '',
        ]),
      ),
  },
  {
    file: 'scripts/package/readme.md',
    region: 'clients',
    render: (interfaces) =>
      table(
        ['import', 'client', 'API'],
        withClient(interfaces).map(({ name, title, createClient }) => [
          `\`rulebound/${name}\``,
          `\`${createClient}\``,
          title,
        ]),
      ),
  },
]

/** Package exports of clients, which are generated; all others are written by hand. */
const clientFile = /^\.\/src\/interfaces\/[^/]+\/client\.ts$/

/**
 * The hand-written files that list interfaces, as they should be: contents by path, relative to the root. A file that is not
 * there lists nothing.
 *
 * @param summaries the interfaces that have a document
 * @throws {UserError} for a file that has lost the comments around its list, or a client without a `create…Client` function
 */
export function renderInterfaceLists(
  base: string,
  units: readonly Unit[],
  summaries: readonly InterfaceSummary[],
): Map<string, string> {
  const interfaces = units.map((unit) => readInterface(base, unit, summaries)).filter(isMocked)
  const lists = new Map<string, string>()
  for (const { file, region, render } of regions) {
    const text = readIfThere(base, file)
    if (text !== undefined) lists.set(file, fillRegion(file, text, region, render(interfaces)))
  }
  const manifest = readIfThere(base, 'package.json')
  if (manifest !== undefined) lists.set('package.json', withExports(manifest, interfaces))
  return lists
}

/** Writes the lists that are not as they should be, each whole, and returns their paths. */
export function writeInterfaceLists(base: string, lists: ReadonlyMap<string, string>): string[] {
  const stale = [...lists].filter(([file, text]) => readFileSync(join(base, file), 'utf8') !== text)
  for (const [file, text] of stale) {
    const next = join(base, `${file}.${process.pid}.tmp`)
    writeFileSync(next, text)
    renameSync(next, join(base, file))
  }
  return stale.map(([file]) => file)
}

function readInterface(base: string, { name, source }: Unit, summaries: readonly InterfaceSummary[]): ListedInterface {
  const summary = summaries.find((one) => one.name === name)
  const guide = [`docs/guides/${name}.md`, `docs/guides/${name}/index.md`].find((file) => existsSync(join(base, file)))
  const clientGuide = `docs/guides/clients/${name}.md`
  const file = `${source}/rules.yaml`
  const prefix = /^prefix: *(\w+)/m.exec(readIfThere(base, file) ?? '')?.[1]
  return {
    name,
    title: summary?.title ?? titleOfGuide(base, guide) ?? name,
    bases: summary?.mounts.map((mount) => `/${summary.prefix}${mount}`) ?? [],
    catalogue: prefix === undefined ? undefined : { file, prefix },
    createClient: clientFunction(base, name),
    guide,
    clientGuide: existsSync(join(base, clientGuide)) ? clientGuide : undefined,
  }
}

/** The mock's own interface is served under `/_control`, and is not a system that somebody calls. */
function isMocked({ bases }: ListedInterface): boolean {
  return !bases.some((path) => path.startsWith('/_'))
}

function withClient(interfaces: readonly ListedInterface[]): ListedInterface[] {
  return interfaces.filter(({ createClient }) => createClient !== undefined)
}

function titleOfGuide(base: string, guide: string | undefined): string | undefined {
  return guide && /^# ([^:\n]+)/.exec(readIfThere(base, guide) ?? '')?.[1]
}

function clientFunction(base: string, name: string): string | undefined {
  const file = `src/interfaces/${name}/client.ts`
  const text = readIfThere(base, file)
  if (text === undefined) return undefined
  const found = /^export (?:async )?function (create\w+Client)\b/m.exec(text)?.[1]
  if (found) return found
  throw new UserError(`${file}  exports no function whose name is create…Client; write it, or remove the file`)
}

function fillRegion(file: string, text: string, region: string, content: string): string {
  const start = `<!-- ${region}: generated by \`npm run generate\`; do not edit -->`
  const end = `<!-- end of ${region} -->`
  const [from, to] = [text.indexOf(start), text.indexOf(end)]
  if (from < 0 || to < from) {
    throw new UserError(`${file}  its list of ${region} must stand between these two lines:\n${start}\n${end}`)
  }
  return `${text.slice(0, from)}${start}\n\n${content}\n${text.slice(to)}`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

function withExports(text: string, interfaces: readonly ListedInterface[]): string {
  const manifest: { exports?: Record<string, string> } = JSON.parse(text)
  const byHand = Object.entries(manifest.exports ?? {}).filter(([, file]) => !clientFile.test(file))
  const clients = withClient(interfaces).map(({ name }) => [`./${name}`, `./src/interfaces/${name}/client.ts`] as const)
  const exports = Object.fromEntries([...byHand, ...clients].sort(([a], [b]) => (a < b ? -1 : 1)))
  // A spread keeps the place of `exports` among the members.
  return `${JSON.stringify({ ...manifest, exports }, null, 2)}\n`
}

function readIfThere(base: string, file: string): string | undefined {
  return existsSync(join(base, file)) ? readFileSync(join(base, file), 'utf8') : undefined
}
