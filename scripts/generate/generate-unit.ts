import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, YAMLParseError } from 'yaml'
import { UserError } from '../../src/cli/user-error.ts'
import { bundleInterface, printBundle } from './bundle.ts'
import { buildRuntime } from './runtime.ts'
import { printTypes } from './types.ts'
import type { Unit } from './units.ts'

/** Writes all that is generated from one folder of `specs/` below `<out>/<unit>`. */
export async function generateUnit(unit: Unit, base: string, out: string): Promise<void> {
  const files = { ...generateTables(unit, base), ...(await generateInterface(unit, base)) }
  const folder = join(out, unit.name)
  mkdirSync(folder, { recursive: true })
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
}

async function generateInterface(unit: Unit, base: string): Promise<Record<string, string>> {
  if (!unit.entry) return {}
  const document = await bundleInterface(unit.entry, base)
  const head = banner(`${unit.source}/`)
  return {
    'openapi.yaml': printBundle(document, head),
    'types.ts': await printTypes(document, head),
    'runtime.json': printJson(await buildRuntime(unit.name, document), head),
  }
}

/** The rule catalogue as JSON, and any table of facts that stands beside it (the key-value cluster's upgrade data). */
function generateTables(unit: Unit, base: string): Record<string, string> {
  const names = readdirSync(join(base, unit.source)).filter(
    (name) => name.endsWith('.yaml') && name !== 'openapi.yaml' && !name.endsWith('.schema.yaml'),
  )
  return Object.fromEntries(
    names.map((name) => {
      const file = `${unit.source}/${name}`
      return [name.replace(/yaml$/, 'json'), printJson(parseTable(file, base), banner(file))]
    }),
  )
}

function parseTable(file: string, base: string): object {
  try {
    return parse(readFileSync(join(base, file), 'utf8'))
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error
    const { line = 1, col = 1 } = error.linePos?.[0] ?? {}
    throw new UserError(`${file}:${line}:${col}  ${error.message.split(' at line')[0]}`)
  }
}

/** What stands at the head of every generated file. */
export function banner(source: string): string[] {
  return [`Generated from ${source} by \`npm run generate\`. Do not edit: change the source and run it again.`]
}

/** JSON with its banner as first member, since the format has no comments. */
export function printJson(value: object, head: string[]): string {
  return `${JSON.stringify({ $comment: head.join(' '), ...value }, null, 1)}\n`
}
