import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UserError } from '../../user-error.ts'
import { addEntries } from '../specs/add-entries.ts'
import { type NewInterface, placesOf } from './plan.ts'

/** Contents by path, relative to the root of the repository. */
export type InterfaceFiles = Map<string, string>

/**
 * Writes the files of an interface and its entries, and then calls `finish`. If a step fails, everything is as it was.
 *
 * @param base the repository's root, with a trailing slash
 * @throws {UserError} when the repository is not in order, or a file cannot be written
 */
export async function addInterface(
  base: string,
  { name, isBundled, source }: NewInterface,
  files: InterfaceFiles,
  finish: () => Promise<unknown>,
): Promise<void> {
  const read = (file: string) => readFileSync(join(base, file), 'utf8')
  const entry = [`root: specs/${name}/openapi.yaml`, `output: generated/${name}/openapi.yaml`]
  // Hand-written lists that name interfaces or their sources.
  const lists = new Map([['redocly.yaml', addEntries(read('redocly.yaml'), new Map([[name, entry]]))]])
  if (isBundled) {
    const declared = `  - name: ${source.name}\n    file: ${source.file}\n`
    lists.set('specs/sources.yaml', `${read('specs/sources.yaml').trimEnd()}\n\n${declared}`)
    lists.set('package.json', withClient(read('package.json'), name))
  }
  const before = new Map([...lists.keys()].map((file) => [file, read(file)]))
  try {
    for (const [file, text] of [...files, ...lists]) {
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
  const exports = Object.entries({ ...manifest.exports, [`./${name}`]: `./src/interfaces/${name}/client.ts` })
  exports.sort(([a], [b]) => (a < b ? -1 : 1))
  return `${JSON.stringify({ ...manifest, exports: Object.fromEntries(exports) }, null, 2)}\n`
}
