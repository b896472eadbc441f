import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UserError } from '../../user-error.ts'
import { appendLines } from '../append-lines.ts'
import { type FileTree, readTree } from '../generate/tree.ts'
import { type NewInterface, placesOf } from './new-interface.ts'

/**
 * Writes the files of an interface and its entries, and then calls `finish`. If a step fails, everything is as it was.
 *
 * @param base the repository's root, with a trailing slash
 * @throws {UserError} when the repository is not in order, or a file cannot be written
 */
export async function addInterface(base: string, plan: NewInterface, finish: () => Promise<unknown>): Promise<void> {
  const { name, hasSpecFolders, source } = plan
  const read = (file: string) => readFileSync(join(base, file), 'utf8')
  const entry = [`${name}:`, `  root: specs/${name}/openapi.yaml`, `  output: generated/${name}/openapi.yaml`]
  // Hand-written lists that name interfaces or their sources.
  const lists = new Map([['redocly.yaml', appendLines('redocly.yaml', read('redocly.yaml'), 'apis', entry)]])
  if (hasSpecFolders) {
    const declared = `  - name: ${source.name}\n    file: ${source.file}\n`
    lists.set('specs/sources.yaml', `${read('specs/sources.yaml').trimEnd()}\n\n${declared}`)
    lists.set('package.json', withClient(read('package.json'), name))
  }
  const before = new Map([...lists.keys()].map((file) => [file, read(file)]))
  try {
    for (const [file, text] of [...templateFiles(plan), ...lists]) {
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

/** `package.json` with the client of an interface among its exports. */
function withClient(text: string, name: string): string {
  const manifest: { exports: Record<string, string> } = JSON.parse(text)
  const exports = Object.entries({ ...manifest.exports, [`./${name}`]: `./generated/${name}/client.ts` })
  exports.sort(([a], [b]) => (a < b ? -1 : 1))
  return `${JSON.stringify({ ...manifest, exports: Object.fromEntries(exports) }, null, 2)}\n`
}

const template = fileURLToPath(new URL('template/', import.meta.url))

/**
 * The files of an interface with one operation. Elsewhere than in folders of specs/ it has no guide, and its code runs whatever package.json
 * says of modules.
 */
function templateFiles(plan: NewInterface): FileTree {
  const { hasSpecFolders } = plan
  const values: Record<string, string> = {
    ts: hasSpecFolders ? 'ts' : 'mts',
    // Elsewhere the mock stands at the path of the first server.
    mockServer: hasSpecFolders
      ? `  - url: http://127.0.0.1:4010/${plan.name}\n    description: The mock of this repository.\n`
      : '',
    name: plan.name,
    Name: plan.name.replaceAll(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase()),
    prefix: plan.prefix,
    title: plan.title,
    quotedTitle: JSON.stringify(plan.title),
    quotedSource: JSON.stringify(plan.source.name),
  }
  const places = placesOf(plan.name)
  const roots = { specs: places.specs, interface: places.code, 'guide.md.template': places.guide }
  return new Map(
    [...readTree(template)]
      .filter(([file]) => hasSpecFolders || !/^guide/.test(file))
      .map(([file, text]) => {
        const [first = '', ...rest] = file.split('/')
        const root = roots[first as keyof typeof roots]
        return [
          [root, ...rest]
            .join('/')
            .replace(/\.template$/, '')
            .replace(/\.ts$/, `.${values.ts}`),
          text.replaceAll(/\{\{(\w+)\}\}/g, (all, key: string) => values[key] ?? all),
        ]
      }),
  )
}
