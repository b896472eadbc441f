import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMap, parseDocument } from 'yaml'
import { UserError } from '../../src/cli/user-error.ts'
import { readTree } from '../generate/tree/generated-tree.ts'
import { type NewInterface, placesOf } from './plan.ts'

const template = fileURLToPath(new URL('template/', import.meta.url))

/**
 * Writes the folders, the guide and the entry of an interface, and then generates. All of it is there in the end, or nothing is.
 *
 * @param base the repository's root, with a trailing slash
 * @throws {UserError} when the repository is not in order, or a file cannot be written
 */
export async function addInterface(base: string, plan: NewInterface, generate: () => Promise<unknown>): Promise<void> {
  const config = join(base, 'redocly.yaml')
  const before = readFileSync(config, 'utf8')
  const after = withEntry(before, plan.name)
  const staging = mkdtempSync(join(base, '.new-'))
  const { specs, code, guide } = placesOf(plan.name)
  const moved: string[] = []
  const move = (from: string, to: string) => {
    mkdirSync(dirname(join(base, to)), { recursive: true })
    renameSync(join(staging, from), join(base, to))
    moved.push(to)
  }
  try {
    for (const [file, text] of filesOf(plan)) {
      mkdirSync(dirname(join(staging, file)), { recursive: true })
      writeFileSync(join(staging, file), text)
    }
    writeFileSync(join(staging, 'redocly.yaml'), after)
    move('specs', specs)
    move('interface', code)
    move('guide.md', guide)
    renameSync(join(staging, 'redocly.yaml'), config)
    await generate()
  } catch (error) {
    for (const path of moved) rmSync(join(base, path), { recursive: true })
    if (readFileSync(config, 'utf8') === after) writeFileSync(config, before)
    const reason = error instanceof UserError || (error as NodeJS.ErrnoException).syscall !== undefined
    if (!reason) throw error
    throw new UserError(`${plan.name} is not added, and no file is changed:\n${(error as Error).message}`, {
      cause: error,
    })
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

/** Contents by path: below `specs/`, below `interface/`, and `guide.md`. */
function filesOf(plan: NewInterface): [file: string, text: string][] {
  const values: Record<string, string> = {
    name: plan.name,
    Name: plan.name.replaceAll(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase()),
    prefix: plan.prefix,
    title: plan.title,
    quotedTitle: JSON.stringify(plan.title),
    quotedSource: JSON.stringify(plan.source),
    quotedSection: JSON.stringify(plan.section),
  }
  const ownSource = plan.source.startsWith(`${placesOf(plan.name).specs}/`)
  return [...readTree(template)]
    .filter(([file]) => ownSource || file !== 'specs/source.md.template')
    .map(([file, text]) => [
      file.replace(/\.template$/, ''),
      text.replaceAll(/\{\{(\w+)\}\}/g, (all, key: string) => values[key] ?? all),
    ])
}

/** The text of `redocly.yaml` with one more interface, after the others. Everything else stays as it is, comments too. */
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
