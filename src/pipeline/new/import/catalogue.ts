import { stringify } from 'yaml'
import { below, isObject, namesIn, pointerIn } from '../../../contract/json-pointer.ts'
import { mapping, operationsIn } from './names.ts'
import type { SourceDocument } from './read-document.ts'
import type { Node } from './walk.ts'

export interface ImportedRule {
  id: string
  statement: string
  /** `section` is the JSON pointer of the node in the imported document. */
  source: { document: string; section: string }
  kind: 'schema' | 'prose'
  operations?: string[]
  why?: string
}

export interface ImportedCatalogue {
  prefix: string
  rules: ImportedRule[]
  gaps: object[]
  /** Sentences of the document that are not rules yet. */
  drafts: { statement: string; source: { document: string; section: string }; operations?: string[] }[]
}

/** Gaps that each imported document has. */
export const gaps = { examples: 'G01', behaviours: 'G02', refusals: 'G03' } as const

/**
 * One rule for each operation and each schema of the document, with a JSON pointer as its source. Adds `x-rules` to the nodes of
 * `document`.
 */
export function makeCatalogue(
  prefix: string,
  source: string,
  { original, version }: SourceDocument,
  document: Node,
): ImportedCatalogue {
  const rules: ImportedRule[] = []
  const add = (node: Node, statement: string, section: string, operations: string[]) => {
    const id = `${prefix}-${String(rules.length + 1).padStart(3, '0')}`
    rules.push({ id, statement, source: { document: source, section }, kind: 'schema', operations })
    node['x-rules'] = [id]
  }
  const operations = operationsIn(document)
  for (const { method, path, node } of operations) {
    const statement = `\`${method.toUpperCase()} ${path}\` answers as the document describes it.`
    add(node, statement, below('/paths', path, method), [String(node.operationId)])
  }
  const schemas = mapping(mapping(document.components).schemas)
  const users = usersOf(
    operations.map(({ node }) => node),
    schemas,
  )
  const place = version === '2.0' ? '/definitions' : '/components/schemas'
  const known = Object.keys(mapping(version === '2.0' ? original.definitions : mapping(original.components).schemas))
  for (const [name, schema] of Object.entries(schemas)) {
    const section = known.includes(name) ? below(place, name) : '/'
    if (isObject(schema))
      add(schema, `\`${name}\` has the form that the document gives it.`, section, users.get(name) ?? [])
  }
  return { prefix, rules, gaps: gapsOf(prefix, source), drafts: draftsOf(original, source) }
}

/** Operations by the schemas of their bodies. */
function usersOf(operations: readonly Node[], schemas: Node): Map<string, string[]> {
  const users = new Map<string, string[]>()
  for (const node of operations) {
    const seen = new Set<string>()
    const reach = (part: unknown): void => {
      if (!isObject(part)) return
      const [, kind, name = ''] = typeof part.$ref === 'string' ? namesIn(pointerIn(part.$ref)) : []
      if (kind === 'schemas' && !seen.has(name)) {
        seen.add(name)
        reach(schemas[name])
      }
      for (const member of Object.values(part)) reach(member)
    }
    reach({ requestBody: node.requestBody, responses: node.responses })
    for (const name of seen) users.set(name, [...(users.get(name) ?? []), String(node.operationId)])
  }
  return users
}

function gapsOf(prefix: string, document: string): object[] {
  const source = { document, section: '/' }
  return [
    {
      id: `${prefix}-${gaps.examples}`,
      statement: 'The document shows no example of some bodies and parameters.',
      source,
      handling: 'Examples that are called `generated` are made from the schemas, and are assumptions.',
    },
    {
      id: `${prefix}-${gaps.behaviours}`,
      statement: 'What the operations do with the things that they create, list and delete is not said by schemas.',
      source,
      handling:
        'Generic behaviours keep records where paths look like a collection, and all that they do is an assumption.',
    },
    {
      id: `${prefix}-${gaps.refusals}`,
      statement: 'The document does not say that a request which its schemas do not allow must be refused.',
      source,
      handling: 'The mock refuses it; a server that does not only differs.',
    },
  ]
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Each sentence of each description, with its place. */
function draftsOf(original: Node, document: string): ImportedCatalogue['drafts'] {
  const drafts: ImportedCatalogue['drafts'] = []
  const seen = new Set<string>()
  collect(original, '', undefined)
  return drafts

  function collect(node: unknown, at: string, operation: string | undefined): void {
    if (!isObject(node)) return
    const id = typeof node.operationId === 'string' ? node.operationId : operation
    if (typeof node.description === 'string') {
      for (const statement of sentencesOf(node.description)) {
        if (seen.has(`${id} ${statement}`)) continue
        seen.add(`${id} ${statement}`)
        drafts.push({ statement, source: { document, section: at || '/' }, ...(id ? { operations: [id] } : {}) })
      }
    }
    for (const [key, member] of Object.entries(node)) {
      if (key !== 'example' && key !== 'examples') collect(member, below(at, key), id)
    }
  }
}

/** Only prose: no code, tables or headings. */
export function sentencesOf(markdown: string): string[] {
  const prose = markdown
    .replaceAll(/```[\s\S]*?(```|$)/g, '')
    .split(/\n\s*\n|\n(?=\s*[-*+] )/)
    .filter((paragraph) => !/^\s*(#|\||>|<)/.test(paragraph))
    .map((paragraph) =>
      paragraph
        .replace(/^\s*([-*+]|\d+\.) /, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
  return prose
    .flatMap((paragraph) => [...segmenter.segment(paragraph)].map(({ segment }) => segment.trim()))
    .filter((sentence) => /\p{L}{2}.*\s\S/u.test(sentence))
    .map((sentence) => (/[.!?:]$/.test(sentence) ? sentence : `${sentence}.`))
}

export function printCatalogue({ prefix, rules, gaps, drafts }: ImportedCatalogue): string {
  const head = `# Rules made of an imported document. A draft has no effect: move it to \`rules\`, with an \`id\` and a \`kind\`, to keep it, or remove it.\n`
  return (
    head +
    stringify(
      { prefix, rules, gaps, ...(drafts.length > 0 ? { drafts } : {}) },
      { lineWidth: 140, flowCollectionPadding: false },
    )
  )
}
