import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isMap, parseDocument } from 'yaml'
import { UserError } from '../../user-error.ts'
import { placesOf } from './plan.ts'

/** Contents by path, relative to the root of the repository. */
export type InterfaceFiles = Map<string, string>

/** Hand-written lists that name interfaces or their sources. */
const lists = ['redocly.yaml', 'specs/sources.yaml'] as const

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
  const before = new Map(lists.map((file) => [file, readFileSync(join(base, file), 'utf8')]))
  const after = new Map(before)
  after.set('redocly.yaml', withEntry(before.get('redocly.yaml') ?? '', name))
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

/** The text of `redocly.yaml` with one more interface at the end. Everything else stays unchanged, comments too. */
function withEntry(text: string, name: string): string {
  const apis = parseDocument(text).get('apis', true)
  const last = isMap(apis) && !apis.flow ? apis.items.at(-1) : undefined
  const end = isMap(last?.value) && !last.value.flow ? last.value.range?.[1] : undefined
  if (end === undefined) {
    throw new UserError('redocly.yaml  `apis` must list at least one interface, each on lines of its own')
  }
  // The line of the last value ends after its comment.
  const lineEnd = text.indexOf('\n', text.slice(0, end).trimEnd().length)
  const [head, rest] = lineEnd < 0 ? [text, ''] : [text.slice(0, lineEnd), text.slice(lineEnd + 1)]
  return `${head}\n  ${name}:\n    root: specs/${name}/openapi.yaml\n    output: generated/${name}/openapi.yaml\n${rest}`
}

/** The text of `specs/sources.yaml` with one more document at its end. */
function withSource(text: string, { name, file }: NewSource): string {
  return `${text.trimEnd()}\n\n  - name: ${name}\n    file: ${file}\n`
}
