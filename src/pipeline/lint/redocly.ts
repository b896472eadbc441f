import { existsSync } from 'node:fs'
import { posix, relative } from 'node:path'
import {
  BaseResolver,
  type Config,
  createConfig,
  type Document,
  getLineColLocation,
  lint,
  loadConfig,
  type NormalizedProblem,
  Source,
} from '@redocly/openapi-core'
import { below, isMapping, isObject, setOwn } from '../../contract/json-pointer.ts'
import { dataMembers, namedMembers } from '../../contract/published/document-members.ts'
import { normalizeDocument } from '../../contract/published/normalize.ts'
import { applyOverlays } from '../../contract/published/overlay.ts'
import { DocumentError } from '../../contract/published/parse-text.ts'
import { openReferences, type ReadOptions } from '../../contract/published/read-document.ts'
import { decode, isReferenceAlone, notFetched, References } from '../../contract/published/references.ts'
import { SourceFile, type SourceNode, type SourcePlace } from '../../contract/published/source-file.ts'
import { compilePattern } from '../../contract/schema/pattern.ts'
import { readYaml } from '../../contract/yaml-file.ts'
import { printJson } from '../../json-text.ts'
import type { Finding, FindingPlace } from '../../report/finding.ts'
import { UserError } from '../../user-error.ts'
import { proseAgrees } from './prose-agrees.ts'
import { structureFaults } from './structure.ts'

/** The findings of `npx redocly lint <name>`, from the library behind the command. Nothing is fetched from the network. */
export async function redoclyFindings(
  root: string,
  name: string,
  document: string,
  { allowFiles = [root], overlays = [] }: ReadOptions = {},
): Promise<Finding[]> {
  const configPath = posix.join(root, 'redocly.yaml')
  const config = await loadConfigWith(configPath).catch((error: Error) => {
    throw new UserError(`redocly.yaml  Redocly cannot load it: ${error.message.split('\n')[0]}`, { cause: error })
  })
  const path = posix.join(root, document)
  const references = new References(new SourceFile(document, path), allowFiles)
  if (overlays.length > 0) applyOverlays(references, overlays)
  const found = await findAll(references, config.forAlias(name), (file) => relative(root, file))
  return found.map(({ place: { pointer: _, ...place }, ...one }) => ({ ...one, place }))
}

/** A file with the rules of this package as well, before its own, which may set them. */
async function loadConfigWith(configPath: string): Promise<Config> {
  const { extends: own } = Object(readYaml(configPath).data)
  const customExtends = ['rulebound/recommended', ...(Array.isArray(own) ? own : [])]
  return loadConfig({ configPath, customExtends, plugins: [proseAgrees] })
}

/** The findings of one document by the `minimal` rules of Redocly: it follows nobody's conventions but those of OpenAPI. */
export async function minimalFindings(file: string, options: ReadOptions = {}): Promise<Finding[]> {
  const { references } = openReferences(file, options)
  const config = await createConfig({ extends: ['minimal', 'rulebound/recommended'] }, { plugins: [proseAgrees] })
  return findAll(references, config, (path) => options.shownAs?.[path] ?? relative(process.cwd(), path))
}

/** @param shown the name of a file in findings */
async function findAll(
  references: References,
  config: Config,
  shown: (path: string) => string,
): Promise<LocatedFinding[]> {
  const own = findFaults(references)
  const broken = own?.filter(({ rule }) => rule === unresolved) ?? []
  const settings = new Map(
    [struct, unresolved].map((rule) => [rule, config.getRuleSettings(rule, 'oas3_1').severity] as const),
  )
  config.skipRules(saidByStandard)
  const externalRefResolver = new LocalResolver(references, broken)
  const { path } = references.root
  const problems = hasManyAliases(own === undefined ? undefined : references.root.value)
    ? new Error('it has chains of references')
    : await lint({ ref: path, config, externalRefResolver }).catch((error: Error) => error)
  const isKnown = ({ location: [at], ruleId, message }: NormalizedProblem) =>
    (ruleId === unresolved && own !== undefined) ||
    message.includes(hidden) ||
    // Its validator knows fewer ways to refer.
    message.startsWith('Example validation errored') ||
    broken.some(({ file, pointer }) => file === at?.source.absoluteRef && `${at.pointer}/`.startsWith(`#${pointer}/`))
  const heeded = own?.flatMap(({ file, pointer, rule, message, ...fault }): LocatedFinding[] => {
    const severity = settings.get(rule)
    if (severity === 'off' || config.ignore[file]?.[rule]?.has(`#${pointer}`)) return []
    const { line, column } = fault
    const place = { file: shown(file), line, column, pointer: pointer || '/' }
    return [{ id: rule, level: severity === 'warn' ? 'warning' : fault.level, message, place }]
  })
  // Some rules throw for a document of the wrong shape, such as one with a null among its tags.
  if (problems instanceof Error) return heeded?.length ? heeded : [unlinted(problems, shown(path))]
  const others = problems.filter((one) => !one.ignored && !isKnown(one)).map((one) => toFinding(one, shown, path))
  return [...(heeded ?? []), ...others]
}

function unlinted({ message }: Error, file: string): LocatedFinding {
  const why = `Redocly's rules cannot read this document, and are left out: ${message.split('\n')[0]}`
  return { id: 'redocly', level: 'warning', message: why, place: { file, line: 1, column: 1, pointer: '/' } }
}

/** Redocly follows a chain of references by recursion, and never ends where the stack does. */
function hasManyAliases(root: unknown): boolean {
  const { components, definitions } = Object(root)
  const schemas = [Object(components).schemas, definitions].flatMap((map) => Object.values(Object(map)))
  return schemas.filter((schema) => isMapping(schema) && '$ref' in schema && isReferenceAlone(schema)).length > 500
}

const unresolved = 'no-unresolved-refs'
const struct = 'struct'

/** Rules of Redocly that say what the schemas of the standard say, which are of each version as it is. */
const saidByStandard = [
  struct,
  'no-example-value-and-externalValue',
  'no-server-variables-empty-enum',
  'spec-components-invalid-map-name',
  'spec-example-values',
  'spec-no-invalid-encoding-combinations',
]

type LocatedFinding = Finding & { place: FindingPlace }

/** What our loader and the schemas of the standard say. */
interface OwnFault extends SourcePlace, Pick<Finding, 'level' | 'message'> {
  rule: string
}

/**
 * References that lead nowhere, and what the schemas of the standard say; undefined for a document that cannot be read. Redocly knows fewer
 * ways to refer, and throws at some that lead in a circle.
 */
function findFaults(references: References): OwnFault[] | undefined {
  const faultAt = (node: SourceNode, rule: string, message: string, level: OwnFault['level'] = 'error') => {
    return { ...node.place, file: node.file.path, rule, message, level }
  }
  try {
    const { leftOut, keywordFaults, referred } = normalizeDocument(references)
    const faults = structureFaults(references, referred)
    return [
      ...references.remarks.map(({ node, message }) => faultAt(node, 'overlay', message, 'warning')),
      ...leftOut.flatMap(({ isReference, reason, source }) =>
        isReference && source
          ? [faultAt(source, unresolved, reason, reason.endsWith(notFetched) ? 'warning' : 'error')]
          : [],
      ),
      ...faults.map(({ node, message }) => faultAt(node, struct, message)),
      ...keywordFaults.map(({ node, message }) => faultAt(node, struct, message, 'warning')),
    ]
  } catch (error) {
    // Redocly says where a text is broken.
    if (error instanceof DocumentError) return undefined
    throw error
  }
}

/** Gives Redocly the files that our references reach, and nothing else. */
class LocalResolver extends BaseResolver {
  readonly #references: References
  readonly #broken: readonly OwnFault[]

  constructor(references: References, broken: readonly OwnFault[]) {
    super()
    this.#references = references
    this.#broken = broken
  }

  override resolveExternalRef(base: string | null, ref: string): string {
    const decoded = super.resolveExternalRef(base, decode(ref))
    return existsSync(decoded) ? decoded : super.resolveExternalRef(base, ref)
  }

  override async loadExternalRef(ref: string): Promise<Source> {
    const file = /^[a-z][a-z+.-]+:\/\//i.test(ref) ? notFetched : this.#references.open(ref)
    if (typeof file === 'string') throw new Error(file)
    return new Source(ref, file.text)
  }

  override parseDocument(source: Source, isRoot?: boolean): Document {
    const document = super.parseDocument(source, isRoot)
    const { root, overlays } = this.#references
    if (overlays.length > 0 && source.absoluteRef === root.path) document.parsed = JSON.parse(printJson(root.value))
    const broken = this.#broken.filter(({ file }) => file === source.absoluteRef).map(({ pointer }) => pointer)
    return { ...document, parsed: prepare(document.parsed, { pointer: '', broken: new Set(broken) }) }
  }
}

/** Stands before the names of members that Redocly would take for references. */
const hidden = '\u0000'

/** Where a node stands that is prepared. */
interface PreparedAt {
  pointer: string
  broken: ReadonlySet<string>
  parent?: string
  isData?: boolean
}

/**
 * A part of a document without what Redocly must not follow: the `$ref`s of data, mappings to files, and references that lead nowhere. Patterns
 * that may take days go too, since examples are checked with them.
 */
function prepare(node: unknown, { pointer, broken, parent = '', isData = false }: PreparedAt): unknown {
  if (!isObject(node)) return node
  if (Array.isArray(node))
    return node.map((one, index) => prepare(one, { pointer: below(pointer, index), broken, isData }))
  const isMap = namedMembers.test(parent) && !isData
  const copy: Record<string, unknown> = {}
  for (const [key, member] of Object.entries(node)) {
    const at = below(pointer, key)
    if (!isMap && !isData && key === 'pattern' && typeof member === 'string' && !runsFast(member)) continue
    if (parent === 'discriminator' && key === 'mapping') continue
    // Redocly throws at the device flow of OpenAPI 3.2.
    if (parent === 'flows' && key === 'deviceAuthorization') continue
    const isReference = key === '$ref' && typeof member === 'string' && !isData
    if (isReference && broken.has(pointer)) continue
    const isOfData =
      !isMap && (key.startsWith('x-') || dataMembers.has(key) || (key === 'examples' && Array.isArray(member)))
    setOwn(
      copy,
      key === '$ref' && !isReference ? `${hidden}$ref` : key,
      prepare(member, { pointer: at, broken, parent: isMap ? '' : key, isData: isData || isOfData }),
    )
  }
  return copy
}

function runsFast(pattern: string): boolean {
  try {
    return compilePattern(pattern) instanceof RegExp
  } catch {
    return false
  }
}

function toFinding(
  { location: [location], message, ruleId, severity, suggest }: NormalizedProblem,
  shown: (path: string) => string,
  path: string,
): LocatedFinding {
  const start = location ? getLineColLocation(location).start : { line: 1, col: 1 }
  const hint = suggest[0] ? ` Did you mean ${suggest[0]}?` : ''
  const file = location?.source.absoluteRef ?? path
  return {
    id: ruleId,
    level: severity === 'warn' ? 'warning' : 'error',
    message: message.replaceAll(file, shown(file)).replaceAll(/\s+/g, ' ').trim() + hint,
    place: {
      file: shown(file),
      line: start.line,
      column: start.col,
      pointer: location?.pointer?.replace(/^#/, '') || '/',
    },
  }
}
