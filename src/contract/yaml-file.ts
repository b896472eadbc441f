import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type YAMLError,
} from 'yaml'
import { readTextFile } from '../text-file.ts'
import { UserError } from '../user-error.ts'

/** Both count from 1, as editors do. */
export interface Position {
  line: number
  column: number
}

/** A value that stands under a key somewhere in the file. */
export interface Occurrence extends Position {
  value: unknown
  /** Of a list, where its items stand. */
  items: readonly Position[]
}

/** Why a file cannot be read as YAML. */
export interface YamlDiagnostic extends Position {
  file: string
  message: string
}

type Path = readonly (string | number)[]

/** A YAML file together with the positions of its nodes. */
export interface YamlFile {
  file: string
  /** The mapping that the file holds; undefined when there are diagnostics. */
  data: unknown
  /** The first syntax error, or every repeated key; aliases that cannot be resolved; content that is not a mapping. */
  diagnostics: YamlDiagnostic[]
  /** Position of the value at `path`, or of its closest ancestor. */
  at(path: Path): Position
  /** Position of the key or element that `path` ends in, or of the closest one above it. Follows aliases. */
  keyAt(path: Path): Position
  /** Every value of `key`, at any depth. */
  under(key: string): Occurrence[]
}

/**
 * Reads a file.
 *
 * @param file its name in diagnostics
 * @throws {UserError} for bytes that are no text
 * @throws {NodeJS.ErrnoException} when the file cannot be read
 */
export function readYaml(file: string, path: string = file): YamlFile {
  return parseYaml(file, readTextFile(path))
}

/**
 * The same for a file that something cannot do without.
 *
 * @throws {UserError} with a line for each diagnostic, and for bytes that are no text
 * @throws {NodeJS.ErrnoException} when the file cannot be read
 */
export function readSoundYaml(file: string, path: string = file): YamlFile {
  return assertSound(readYaml(file, path))
}

/** @throws {UserError} with a line for each diagnostic */
export function assertSound(yaml: YamlFile): YamlFile {
  const lines = yaml.diagnostics.map(({ file, line, column, message }) => `${file}:${line}:${column}  ${message}`)
  if (lines.length > 0) throw new UserError(lines.join('\n'))
  return yaml
}

/** A YAML file, or the part of one that a path leads to. */
export interface YamlPlace {
  file: string
  path: readonly string[]
}

/** What stands at a place. The paths of its functions start there. */
export interface YamlPart extends YamlPlace, Pick<YamlFile, 'data' | 'keyAt'> {
  /** What to tell the user about the key that the path ends in. */
  fault(path: Path, message: string): UserError
}

/**
 * Reads what stands at a place.
 *
 * @throws {UserError} with a line for each diagnostic
 * @throws {NodeJS.ErrnoException} when the file cannot be read
 */
export function readYamlPart({ file, path: start }: YamlPlace): YamlPart {
  const yaml = readSoundYaml(file)
  const keyAt = (path: Path) => yaml.keyAt([...start, ...path])
  return {
    file,
    path: start,
    data: start.reduce<unknown>((value, key) => Object(value)[key], yaml.data),
    keyAt,
    fault(path, message) {
      const { line, column } = keyAt(path)
      const key = [...start, ...path].join('.')
      return new UserError(`${file}:${line}:${column}  ${key === '' ? message : `${key}: ${message}`}`)
    },
  }
}

/** @param file its name in diagnostics */
export function parseYaml(file: string, text: string): YamlFile {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter, prettyErrors: false })
  const position = (offset: number): Position => {
    const { line, col } = lineCounter.linePos(offset)
    return { line, column: col }
  }
  const { data, faults } = read(document, text)
  return {
    file,
    data,
    diagnostics: faults.map(([offset, message]) => ({ file, ...position(offset), message })),
    at: (path) => position(offsetOf(document, path)),
    keyAt: (path) => position(keyOffsetOf(document, path)),
    under: (key) => occurrences(document, key, position),
  }
}

function read(
  document: Document.Parsed,
  text: string,
): { data?: unknown; faults: [offset: number, message: string][] } {
  const errors = mostTelling(document.errors)
  if (errors.length > 0) return { faults: errors.map((error) => [error.pos[0], describe(error, text)]) }
  if (!isMap(document.contents)) {
    return { faults: [[0, 'The file must hold a mapping, `key: value`; it holds none.']] }
  }
  try {
    return { data: document.toJS(), faults: [] }
  } catch (error) {
    // Aliases can expand without end; the library refuses that.
    return { faults: [[0, `YAML: an alias cannot be followed: ${(error as Error).message}`]] }
  }
}

/** The first syntax error, because the errors after it mostly follow from it; otherwise every repeated key. */
function mostTelling(errors: readonly YAMLError[]): readonly YAMLError[] {
  const broken = errors.find(({ code }) => code !== 'DUPLICATE_KEY')
  return broken ? [broken] : errors
}

function describe({ code, message, pos: [offset] }: YAMLError, text: string): string {
  if (code === 'DUPLICATE_KEY') {
    const key = /^[^:\s]+/.exec(text.slice(offset))?.[0]
    return `Key \`${key}\` stands twice in this mapping; remove one.`
  }
  if (code === 'MULTIPLE_DOCS') return 'The file holds several documents; keep one.'
  return `YAML: ${message.replaceAll(/\s+/g, ' ')}`
}

function offsetOf(document: Document.Parsed, path: Path): number {
  for (let length = path.length; length >= 0; length--) {
    const node = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return 0
}

function keyOffsetOf(document: Document.Parsed, path: Path): number {
  let offset = document.contents?.range?.[0] ?? 0
  let node: unknown = document.contents
  for (const name of path) {
    const map = isAlias(node) ? node.resolve(document) : node
    if (isSeq(map)) {
      node = map.items[Number(name)]
      if (!isNode(node)) break
      offset = node.range?.[0] ?? offset
      continue
    }
    const pair = isMap(map)
      ? map.items.find(({ key }) => isScalar(key) && String(key.value) === String(name))
      : undefined
    if (!pair || !isScalar(pair.key)) break
    offset = pair.key.range?.[0] ?? offset
    node = pair.value
  }
  return offset
}

function occurrences(document: Document.Parsed, key: string, position: (offset: number) => Position): Occurrence[] {
  const found: Occurrence[] = []
  visit(document, {
    Pair(_, { key: name, value }) {
      if (!isScalar(name) || name.value !== key || !isNode(value) || !value.range) return
      const items = isSeq(value) ? value.items.map((item) => position(isNode(item) ? (item.range?.[0] ?? 0) : 0)) : []
      found.push({ value: value.toJS(document), items, ...position(value.range[0]) })
    },
  })
  return found
}
