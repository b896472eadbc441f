import { existsSync, readFileSync } from 'node:fs'
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
import { parse } from 'yaml'
import { below, isMapping, isObject, setOwn } from '../../contract/json-pointer.ts'
import { normalizeDocument } from '../../contract/published/normalize.ts'
import { applyOverlays } from '../../contract/published/overlay.ts'
import { DocumentError } from '../../contract/published/parse-text.ts'
import { openReferences, type ReadOptions } from '../../contract/published/read-document.ts'
import { decode, isReferenceAlone, notFetched, References } from '../../contract/published/references.ts'
import { SourceFile, type SourceNode } from '../../contract/published/source-file.ts'
import { compilePattern } from '../../contract/schema/pattern.ts'
import { printJson } from '../../json-text.ts'
import { UserError } from '../../user-error.ts'
import type { Diagnostic } from '../specs/diagnostic.ts'
import { proseAgrees } from './prose-agrees.ts'
import { structureFaults } from './structure.ts'

/** The diagnostics of `npx redocly lint <name>`, from the library behind the command. Nothing is fetched from the network. */
export async function redoclyDiagnostics(
  root: string,
  name: string,
  document: string,
  { allowFiles = [root], overlays = [] }: ReadOptions = {},
): Promise<Diagnostic[]> {
  const configPath = posix.join(root, 'redocly.yaml')
  const config = await loadConfigWith(configPath).catch((error: Error) => {
    throw new UserError(`redocly.yaml  Redocly cannot load it: ${error.message.split('\n')[0]}`, { cause: error })
  })
  const path = posix.join(root, document)
  const references = new References(new SourceFile(document, path), allowFiles)
  if (overlays.length > 0) applyOverlays(references, overlays)
  const found = await diagnose(references, config.forAlias(name), root)
  return found.map(({ pointer: _, ...diagnostic }) => diagnostic)
}

/** A file with the rules of this package as well, before its own, which may set them. */
async function loadConfigWith(configPath: string): Promise<Config> {
  const { extends: own } = Object(parse(readFileSync(configPath, 'utf8')))
  const customExtends = ['rulebound/recommended', ...(Array.isArray(own) ? own : [])]
  return loadConfig({ configPath, customExtends, plugins: [proseAgrees] })
}

/** The diagnostics of one document by the `minimal` rules of Redocly: it follows nobody's conventions but those of OpenAPI. */
export async function minimalDiagnostics(file: string, options: ReadOptions = {}): Promise<Diagnostic[]> {
  const { references } = openReferences(file, options)
  const config = await createConfig({ extends: ['minimal', 'rulebound/recommended'] }, { plugins: [proseAgrees] })
  return diagnose(references, config, process.cwd())
}

async function diagnose(references: References, config: Config, base: string): Promise<Diagnostic[]> {
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
  const heeded = own?.flatMap((fault): Diagnostic[] => {
    const severity = settings.get(fault.rule)
    if (severity === 'off' || config.ignore[fault.file]?.[fault.rule]?.has(`#${fault.pointer}`)) return []
    const isWarning = severity === 'warn' || fault.severity === 'warning'
    const file = relative(base, fault.file)
    return [{ ...fault, file, pointer: fault.pointer || '/', severity: isWarning ? 'warning' : 'error' }]
  })
  // Some rules throw for a document of the wrong shape, such as one with a null among its tags.
  if (problems instanceof Error) return heeded?.length ? heeded : [unlinted(problems, relative(base, path))]
  const others = problems.filter((one) => !one.ignored && !isKnown(one)).map((one) => toDiagnostic(one, base, path))
  return [...(heeded ?? []), ...others]
}

function unlinted({ message }: Error, file: string): Diagnostic {
  const why = `Redocly's rules cannot read this document, and are left out: ${message.split('\n')[0]}`
  return { file, line: 1, column: 1, pointer: '/', severity: 'warning', rule: 'redocly', message: why }
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

/** A diagnostic whose file is an absolute path. */
type OwnFault = Diagnostic & { pointer: string }

/**
 * References that lead nowhere, and what the schemas of the standard say; undefined for a document that cannot be read. Redocly knows fewer
 * ways to refer, and throws at some that lead in a circle.
 */
function findFaults(references: References): OwnFault[] | undefined {
  const faultAt = (node: SourceNode, rule: string, message: string, severity: Diagnostic['severity'] = 'error') => {
    const { line, column, pointer } = node.place
    return { file: node.file.path, line, column, pointer, rule, message, severity }
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

/** Members whose values are data, and not parts of the document: a `$ref` there is no reference. */
const data = new Set(['example', 'default', 'enum', 'const', 'value', 'dataValue'])

/** Members whose own members have names that the author chose: a property may be called `default`. */
const maps =
  /^(properties|patternProperties|\$defs|definitions|schemas|responses|parameters|headers|content|dependentSchemas|paths|examples)$/

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
  const isMap = maps.test(parent) && !isData
  const copy: Record<string, unknown> = {}
  for (const [key, member] of Object.entries(node)) {
    const at = below(pointer, key)
    if (!isMap && !isData && key === 'pattern' && typeof member === 'string' && !runsFast(member)) continue
    if (parent === 'discriminator' && key === 'mapping') continue
    // Redocly throws at the device flow of OpenAPI 3.2.
    if (parent === 'flows' && key === 'deviceAuthorization') continue
    const isReference = key === '$ref' && typeof member === 'string' && !isData
    if (isReference && broken.has(pointer)) continue
    const isOfData = !isMap && (key.startsWith('x-') || data.has(key) || (key === 'examples' && Array.isArray(member)))
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

function toDiagnostic(
  { location: [location], message, ruleId, severity, suggest }: NormalizedProblem,
  root: string,
  path: string,
): Diagnostic {
  const start = location ? getLineColLocation(location).start : { line: 1, col: 1 }
  const hint = suggest[0] ? ` Did you mean ${suggest[0]}?` : ''
  return {
    file: posix.relative(root, location?.source.absoluteRef ?? path),
    line: start.line,
    column: start.col,
    pointer: location?.pointer?.replace(/^#/, '') || '/',
    severity: severity === 'warn' ? 'warning' : 'error',
    rule: ruleId,
    message: message.replaceAll(posix.join(root, '/'), '').replaceAll(/\s+/g, ' ').trim() + hint,
  }
}
