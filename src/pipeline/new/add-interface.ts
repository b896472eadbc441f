import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UserError } from '../../user-error.ts'
import { addEntries } from '../specs/add-entries.ts'
import { placesOf } from './plan.ts'

/** Contents by path, relative to the root of the repository. */
export type InterfaceFiles = Map<string, string>

export interface NewSource {
  name: string
  /** Path from the root. */
  file: string
}

/**
 * Writes the files of an interface and its entries, and then calls `finish`. If a step fails, nothing is written.
 *
 * @param base the repository's root, with a trailing slash
 * @throws {UserError} when the repository is not in order, or a file cannot be written
 */
export async function addInterface(
  base: string,
  { name, files, source }: { name: string; files: InterfaceFiles; source: NewSource | undefined },
  finish: () => Promise<unknown>,
): Promise<void> {
  // Hand-written lists that name interfaces or their sources.
  const lists = source ? ['redocly.yaml', 'specs/sources.yaml'] : ['redocly.yaml']
  const before = new Map(lists.map((file) => [file, readFileSync(join(base, file), 'utf8')]))
  const after = new Map(before)
  const entry = [`root: specs/${name}/openapi.yaml`, `output: generated/${name}/openapi.yaml`]
  after.set('redocly.yaml', addEntries(before.get('redocly.yaml') ?? '', new Map([[name, entry]])))
  if (source) after.set('specs/sources.yaml', withSource(before.get('specs/sources.yaml') ?? '', source))
  const staging = mkdtempSync(join(base, '.new-'))
  const moved: string[] = []
  try {
    for (const [file, text] of [...files, ...after]) {
      mkdirSync(dirname(join(staging, file)), { recursive: true })
      writeFileSync(join(staging, file), text)
    }
    for (const place of Object.values(placesOf(name)).filter((place) => existsSync(join(staging, place)))) {
      mkdirSync(dirname(join(base, place)), { recursive: true })
      renameSync(join(staging, place), join(base, place))
      moved.push(place)
    }
    for (const file of lists) renameSync(join(staging, file), join(base, file))
    await finish()
  } catch (error) {
    for (const path of moved) rmSync(join(base, path), { recursive: true })
    for (const file of lists) {
      if (readFileSync(join(base, file), 'utf8') === after.get(file))
        writeFileSync(join(base, file), before.get(file) ?? '')
    }
    const reason = error instanceof UserError || (error as NodeJS.ErrnoException).syscall !== undefined
    if (!reason) throw error
    throw new UserError(`${name} is not added, and no file is changed:\n${(error as Error).message}`, {
      cause: error,
    })
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

/** The text of `specs/sources.yaml` with one more document at its end. */
function withSource(text: string, { name, file }: NewSource): string {
  return `${text.trimEnd()}\n\n  - name: ${name}\n    file: ${file}\n`
}
