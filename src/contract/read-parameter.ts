import { below, type DocumentNode, nodeAt, resolvePointer } from './json-pointer.ts'
import { type Accepts, partsOf } from './schema/walk-schema.ts'

/** How texts of a message become the value of a parameter. */
export interface ParameterForm {
  /** Pointer of the schema. */
  schema: string
  /** Of the document: `form`, `simple`, `spaceDelimited`, `pipeDelimited`. */
  style: string
  /** True if each element of an array has its own text. */
  explode: boolean
}

const separators: Record<string, string> = { spaceDelimited: ' ', pipeDelimited: '|' }

/** The value that the texts of a parameter stand for. If the schema allows several readings, the first one that the schema accepts, or else the last. */
export function readParameter(
  document: DocumentNode,
  { schema, style, explode }: ParameterForm,
  texts: readonly string[],
  accepts: Accepts,
): unknown {
  const types = typesOf(document, schema)
  const [text = ''] = texts
  if (!nodeAt(document, schema)) return texts.length > 1 ? texts : text
  if (!types.has('array')) return choose(readingsOf(text, types), schema, accepts)
  const items = explode && texts.length > 0 && style !== 'simple' ? texts : text.split(separators[style] ?? ',')
  const itemTypes = typesOf(document, below(resolvePointer(document, schema), 'items'))
  return choose([items.map((item) => readingsOf(item, itemTypes).at(-1)), items], schema, accepts)
}

function choose(readings: readonly unknown[], schema: string, accepts: Accepts): unknown {
  return readings.find((reading) => accepts(schema, reading)) ?? readings.at(-1)
}

/** The text itself first, then its values as one of these types. */
function readingsOf(text: string, types: ReadonlySet<string>): unknown[] {
  const readings: unknown[] = [text]
  const isNumber = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)
  if (isNumber && (types.has('integer') || types.has('number'))) readings.push(Number(text))
  if (types.has('boolean') && (text === 'true' || text === 'false')) readings.push(text === 'true')
  return readings
}

/** The types that a schema or a branch of it names. */
function typesOf(document: DocumentNode, schema: string): Set<string> {
  const at = resolvePointer(document, schema)
  const { type } = nodeAt(document, at) ?? {}
  const branches = partsOf(document, at, 'allOf', 'anyOf', 'oneOf')
  const own = Array.isArray(type) ? type.map(String) : typeof type === 'string' ? [type] : []
  return new Set([...own, ...branches.flatMap((branch) => [...typesOf(document, branch)])])
}
