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
import { below, isObject, setOwn } from '../../contract/json-pointer.ts'
import { normalizeDocument } from '../../contract/published/normalize.ts'
import { DocumentError } from '../../contract/published/parse-text.ts'
import { openReferences } from '../../contract/published/read-document.ts'
import { decode, References } from '../../contract/published/references.ts'
import { SourceFile } from '../../contract/published/source-file.ts'
import { compilePattern } from '../../contract/schema/pattern.ts'
import { UserError } from '../../user-error.ts'
import type { Diagnostic } from '../specs/diagnostic.ts'
import { proseAgrees } from './prose-agrees.ts'

/** The diagnostics of `npx redocly lint <name>`, from the library behind the command. Nothing is fetched from the network. */
export async function redoclyDiagnostics(root: string, name: string, document: string): Promise<Diagnostic[]> {
  const configPath = posix.join(root, 'redocly.yaml')
  const config = await loadConfigWith(configPath).catch((error: Error) => {
    throw new UserError(`redocly.yaml  Redocly cannot load it: ${error.message.split('\n')[0]}`, { cause: error })
  })
  const path = posix.join(root, document)
  const found = await diagnose(new References(new SourceFile(document, path), [root]), config.forAlias(name), root)
  return found.map(({ pointer: _, ...diagnostic }) => diagnostic)
}

/** A file with the rules of this package as well, before its own, which may set them. */
async function loadConfigWith(configPath: string): Promise<Config> {
  const { extends: own } = Object(parse(readFileSync(configPath, 'utf8')))
  const customExtends = ['rulebound/recommended', ...(Array.isArray(own) ? own : [])]
  return loadConfig({ configPath, customExtends, plugins: [proseAgrees] })
}

/** The diagnostics of one document by the `minimal` rules of Redocly: it follows nobody's conventions but those of OpenAPI. */
export async function minimalDiagnostics(file: string, allowFiles?: readonly string[]): Promise<Diagnostic[]> {
  const { references } = openReferences(file, allowFiles && { allowFiles })
  const config = await createConfig({ extends: ['minimal', 'rulebound/recommended'] }, { plugins: [proseAgrees] })
  return diagnose(references, config, process.cwd())
}

async function diagnose(references: References, config: Config, base: string): Promise<Diagnostic[]> {
  const { path } = references.root
  const found = findBroken(references)
  const broken = found ?? []
  const externalRefResolver = new LocalResolver(references, broken)
  const problems = await lint({ ref: path, config, externalRefResolver }).catch(async () =>
    lint({ ref: path, config: await createConfig(structAlone), externalRefResolver }),
  )
  const isKnown = ({ location: [at], ruleId, message }: NormalizedProblem) =>
    (ruleId === unresolved && found !== undefined) ||
    message.includes(hidden) ||
    broken.some(({ path, pointer }) => path === at?.source.absoluteRef && `${at.pointer}/`.startsWith(`#${pointer}/`))
  const isHeeded = ({ path, pointer }: BrokenReference) =>
    config.getRuleSettings(unresolved, 'oas3_1').severity !== 'off' &&
    !config.ignore[path]?.[unresolved]?.has(`#${pointer}`)
  return [
    ...broken.filter(isHeeded).map(({ diagnostic, path }) => ({ ...diagnostic, file: relative(base, path) })),
    ...problems.filter((one) => !one.ignored && !isKnown(one)).map((one) => toDiagnostic(one, base, path)),
  ]
}

const unresolved = 'no-unresolved-refs'

interface BrokenReference {
  /** Absolute. */
  path: string
  pointer: string
  diagnostic: Diagnostic
}

/** References that lead nowhere; undefined for a document that cannot be read. Redocly knows fewer ways to refer, and throws at some that lead in a circle. */
function findBroken(references: References): BrokenReference[] | undefined {
  try {
    return normalizeDocument(references).leftOut.flatMap(({ isReference, reason, source }) => {
      if (!isReference || !source) return []
      const { line, column, pointer } = source.place
      const { path } = source.file
      const diagnostic = { file: path, line, column, pointer: pointer || '/', rule: unresolved, message: reason }
      return [{ path, pointer, diagnostic: { ...diagnostic, severity: 'error' } }]
    })
  } catch (error) {
    // Redocly says where a text is broken.
    if (error instanceof DocumentError) return undefined
    throw error
  }
}

/** Gives Redocly the files that our references reach, and nothing else. */
class LocalResolver extends BaseResolver {
  readonly #references: References
  readonly #broken: readonly BrokenReference[]

  constructor(references: References, broken: readonly BrokenReference[]) {
    super()
    this.#references = references
    this.#broken = broken
  }

  override resolveExternalRef(base: string | null, ref: string): string {
    const decoded = super.resolveExternalRef(base, decode(ref))
    return existsSync(decoded) ? decoded : super.resolveExternalRef(base, ref)
  }

  override async loadExternalRef(ref: string): Promise<Source> {
    const file = /^[a-z][a-z+.-]+:\/\//i.test(ref) ? 'nothing is fetched from the network' : this.#references.open(ref)
    if (typeof file === 'string') throw new Error(file)
    return new Source(ref, file.text)
  }

  override parseDocument(source: Source, isRoot?: boolean): Document {
    const document = super.parseDocument(source, isRoot)
    const broken = this.#broken.filter(({ path }) => path === source.absoluteRef).map(({ pointer }) => pointer)
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

/** Some rules throw for a document of the wrong shape, such as one with a null among its tags. This rule says where it is wrong. */
const structAlone = { rules: { struct: 'error' } } as const

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
