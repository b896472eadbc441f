import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { bundleInterface, printBundle } from './bundle.ts'
import type { InterfaceEntry } from './interfaces.ts'
import { buildRuntime } from './runtime.ts'
import { printTypes } from './types.ts'

/** What stands at the head of every generated file. */
export function banner(source: string): string[] {
  return [`Generated from ${source} by \`npm run generate\`. Do not edit: change the source and run it again.`]
}

/** Writes all that is generated from one interface's document below `<out>/<interface>`. */
export async function generateInterface(entry: InterfaceEntry, base: string, out: string): Promise<void> {
  const document = await bundleInterface(entry, base)
  const folder = join(out, entry.name)
  const head = banner(`${entry.source}/`)
  const runtime = await buildRuntime(entry.name, document)
  const files = {
    'openapi.yaml': printBundle(document, head),
    'types.ts': await printTypes(document, head),
    'runtime.json': printJson(runtime, head),
  }
  mkdirSync(folder, { recursive: true })
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
}

/**
 * Writes the data files of one folder of `specs/` as JSON below `<out>/<folder>`: its rule catalogue, and any table that
 * stands beside it (the key-value cluster's upgrade data).
 */
export function generateData(source: string, base: string, out: string): void {
  const folder = join(base, source)
  const target = join(out, source.replace(/^specs\//, ''))
  const tables = readdirSync(folder).filter(
    (file) => file.endsWith('.yaml') && file !== 'openapi.yaml' && !file.endsWith('.schema.yaml'),
  )
  for (const file of tables) {
    mkdirSync(target, { recursive: true })
    const data: object = parse(readFileSync(join(folder, file), 'utf8'))
    writeFileSync(join(target, file.replace(/yaml$/, 'json')), printJson(data, banner(`${source}/${file}`)))
  }
}

/** Folders of `specs/` that hold a rule catalogue, those without an OpenAPI document included. */
export function listCatalogues(base: string): string[] {
  return readdirSync(join(base, 'specs'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(base, 'specs', entry.name, 'rules.yaml')))
    .map((entry) => `specs/${entry.name}`)
    .sort()
}

function printJson(value: object, head: string[]): string {
  return `${JSON.stringify({ $comment: head.join(' '), ...value }, null, 1)}\n`
}
