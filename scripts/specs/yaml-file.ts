import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument, visit, type YAMLError } from 'yaml'
import type { Diagnostic } from './diagnostic.ts'

export interface Position {
  line: number
  column: number
}

/** A value that stands under a key somewhere in the file. */
export interface Occurrence extends Position {
  value: unknown
}

/** A YAML file that still knows where everything in it stands. */
export interface YamlFile {
  /** Relative to the root of the repository. */
  file: string
  data: unknown
  /** Syntax errors and repeated keys. */
  diagnostics: Diagnostic[]
  /** Where the node at `path` stands, or its closest ancestor that is there. */
  at(path: readonly (string | number)[]): Position
  /** Every value of `key`, at any depth. */
  under(key: string): Occurrence[]
}

export function parseYaml(file: string, text: string): YamlFile {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter, prettyErrors: false })
  const position = (offset: number): Position => {
    const { line, col } = lineCounter.linePos(offset)
    return { line, column: col }
  }
  const diagnostic = (offset: number, message: string): Diagnostic => {
    return { file, ...position(offset), severity: 'error', rule: 'yaml', message }
  }
  const diagnostics = telling(document.errors).map((error) => diagnostic(error.pos[0], describe(error, text)))
  if (diagnostics.length === 0 && !isMap(document.contents)) {
    diagnostics.push(diagnostic(0, 'The file must hold a mapping, `key: value`; it holds none.'))
  }
  return {
    file,
    data: diagnostics.length === 0 ? document.toJS() : undefined,
    diagnostics,
    at: (path) => position(offsetOf(document, path)),
    under: (key) => occurrences(document, key, position),
  }
}

/** The first broken place, as the errors behind it mostly follow from it; else every repeated key. */
function telling(errors: readonly YAMLError[]): readonly YAMLError[] {
  const broken = errors.find(({ code }) => code !== 'DUPLICATE_KEY')
  return broken ? [broken] : errors
}

function describe(error: YAMLError, text: string): string {
  if (error.code === 'DUPLICATE_KEY') {
    const key = /^[^:\s]+/.exec(text.slice(error.pos[0]))?.[0]
    return `Key \`${key}\` stands twice in this mapping; remove one.`
  }
  return `YAML: ${error.message.replaceAll(/\s+/g, ' ')}`
}

function offsetOf(document: Document.Parsed, path: readonly (string | number)[]): number {
  for (let length = path.length; length >= 0; length--) {
    const node = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return 0
}

function occurrences(document: Document.Parsed, key: string, position: (offset: number) => Position): Occurrence[] {
  const found: Occurrence[] = []
  visit(document, {
    Pair(_, { key: name, value }) {
      if (!isScalar(name) || name.value !== key || !isNode(value) || !value.range) return
      found.push({ value: value.toJS(document), ...position(value.range[0]) })
    },
  })
  return found
}
