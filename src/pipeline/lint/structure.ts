import { createRequire } from 'node:module'
import { isObject, namesIn } from '../../contract/json-pointer.ts'
import { normalizeDocument, type ReferredPart } from '../../contract/published/normalize.ts'
import { References } from '../../contract/published/references.ts'
import { SourceFile, SourceNode } from '../../contract/published/source-file.ts'
import { expectationOf, placeOf, type SchemaError } from '../../contract/schema/schema-error.ts'
import { type Schemas, schemasOf } from '../../contract/schema/schemas.ts'
import { nearestName } from '../../contract/suggest.ts'
import { preview } from '../../contract/violation.ts'
import type { YamlFile } from '../../contract/yaml-file.ts'
import { errorAt, type Finding } from '../../report/finding.ts'
import type { SpecFolder } from './spec-folder.ts'

/** What is wrong with a part of a document, and where it stands. */
export interface StructureFault {
  node: SourceNode
  message: string
}

/** Of which several may say the same. */
const maxErrors = 1000

/** What the standard's own JSON Schema says of a document, and of the parts of other files that it refers to. */
export function structureFaults(references: References, parts: readonly ReferredPart[]): StructureFault[] {
  const { root } = references
  const { openapi, swagger } = Object(root.value)
  const schemas = schemasOfVersion(String(swagger ?? openapi))
  const whole = { kind: 'Document', node: new SourceNode(root), value: root.value }
  const apart = parts.filter(({ node }) => node.file !== root)
  return [whole, ...apart].flatMap(({ kind, node, value }) => {
    const schema = { $ref: `#/components/schemas/${kind}` }
    if (schemas.resolve(schema.$ref) === undefined) return []
    return describe(errorsOf(schemas, schema, value)).map(({ at, message }) => ({
      node: references.find(namesIn(at), { node, value }).node,
      message,
    }))
  })
}

/** Violations of a JSON Schema (2020-12) in a YAML file, with their positions. If the schema itself is invalid, that is the only violation. */
export function schemaFaults(yaml: YamlFile, { data, ...schema }: YamlFile, rule: string): Finding[] {
  const ofSchema = schemasOfVersion('3.1').errors({ $ref: 'https://json-schema.org/draft/2020-12/schema' }, data)
  const [judged, errors] =
    ofSchema.length > 0 || !isObject(data) ? [schema, ofSchema] : [yaml, schemasOf(data).errors(data, yaml.data)]
  return describe(errors).map(({ at, message }) =>
    errorAt({ file: judged.file, ...judged.at(namesIn(at)) }, rule, message),
  )
}

/** Violations in each data file X.yaml of an interface that has a schema X.schema.yaml beside it. */
export function companionFaults({ files }: SpecFolder): Finding[] {
  return [...files.values()].flatMap((schema) => {
    const data = files.get(schema.file.replace(/\.schema\.yaml$/, '.yaml'))
    return data && data !== schema ? schemaFaults(data, schema, 'data-schema') : []
  })
}

function errorsOf(schemas: Schemas, schema: unknown, value: unknown): SchemaError[] {
  try {
    return schemas.errors(schema, value, maxErrors)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const common = { instancePath: '', member: undefined, data: value, parentSchema: {} }
    return [{ ...common, keyword: 'depth', message: 'is nested too deeply to be checked' }]
  }
}

const require = createRequire(import.meta.url)

interface StandardSchema extends Readonly<Record<string, unknown>> {
  $id: string
  $defs?: Record<string, unknown>
  definitions?: Record<string, unknown>
}

/** The schema of a version, and what it refers to. That of 3.1 and later leaves the schemas of a document to the dialect of OpenAPI. */
function standardOf(version: string): [whole: StandardSchema, ...others: StandardSchema[]] {
  switch (/^(?:2|3\.[01])/.exec(version)?.[0]) {
    case '2':
      return [
        require('@stoplight/spectral-rulesets/dist/oas/schemas/oas/v2.0.json'),
        require('@stoplight/spectral-rulesets/dist/oas/schemas/json-schema/draft-04.json'),
      ]
    case '3.0':
      return [require('@stoplight/spectral-rulesets/dist/oas/schemas/oas/v3.0.json')]
    case '3.1':
      return withDialect(
        require('@seriousme/openapi-schema-validator/schemas/v3.1/schema.json'),
        require('@stoplight/spectral-rulesets/dist/oas/schemas/oas/v3.1/meta.schema.json'),
      )
    default:
      return withDialect(
        require('@seriousme/openapi-schema-validator/schemas/v3.2/schema.json'),
        require('@stoplight/spectral-rulesets/dist/oas/schemas/oas/v3.2/meta.schema.json'),
      )
  }
}

function withDialect(whole: StandardSchema, vocabulary: StandardSchema): [StandardSchema, StandardSchema] {
  const parts = ['https://json-schema.org/draft/2020-12/schema', vocabulary.$id].map(($ref) => ({ $ref }))
  return [{ ...whole, $defs: { ...whole.$defs, schema: { ...Object(whole.$defs?.schema), allOf: parts } } }, vocabulary]
}

const opened = new Map<string, Schemas>()

/** One schema for each kind of object, as components of a separate document. */
function schemasOfVersion(version: string): Schemas {
  const [whole, ...others] = standardOf(version)
  const known = opened.get(whole.$id)
  if (known) return known
  const folder = whole.$defs ? '$defs' : 'definitions'
  const byKind = Object.keys(whole[folder] ?? {}).map((name) => {
    const kind = name.replace(/-or-reference$/, '').replaceAll(/(?:^|-)([a-z])/g, (_, letter) => letter.toUpperCase())
    return [kind.replace(/^Callbacks$/, 'Callback'), { $ref: `${whole.$id.replace(/#$/, '')}#/${folder}/${name}` }]
  })
  const schemas = { ...Object.fromEntries(byKind), ...Object.fromEntries(others.entries()), Document: whole }
  const text = JSON.stringify({ components: { schemas } })
  const { document } = normalizeDocument(new References(new SourceFile(whole.$id, '/schema.json', text), []))
  const made = schemasOf(document)
  opened.set(whole.$id, made)
  return made
}

/** One fault for each place that says by itself what is wrong. */
function describe(errors: readonly SchemaError[]): { at: string; message: string }[] {
  const isAlternative = ({ keyword }: SchemaError) => /^(anyOf|oneOf|propertyNames)$/.test(keyword)
  const isInside = (one: SchemaError, other: SchemaError) => `${placeOf(one)}/`.startsWith(`${other.instancePath}/`)
  const telling = errors.filter(
    (error) =>
      error.keyword !== 'if' &&
      // A format is an annotation there: the standard takes texts of other forms.
      error.keyword !== 'format' &&
      !(
        isAlternative(error) &&
        errors.some((one) => !isAlternative(one) && one.keyword !== 'if' && isInside(one, error))
      ),
  )
  const alternatives = new Set(errors.filter(isAlternative).map(({ instancePath }) => instancePath))
  return [...Map.groupBy(telling, ({ instancePath }) => instancePath)].flatMap(([at, found]) => {
    const faults = found.map((error) => ({
      at: error.keyword === 'required' ? at : placeOf(error),
      message: messageOf(error),
    }))
    if (!alternatives.has(at)) return faults
    return [{ at, message: `${[...new Set(faults.map(({ message }) => message.replace(/\.$/, '')))].join(', or: ')}.` }]
  })
}

function messageOf(error: SchemaError): string {
  const { keyword, member, data, parentSchema } = error
  const names = namesIn(placeOf(error))
  const name = names.slice(/^\d+$/.test(names.at(-1) ?? '') ? -2 : -1).join('/')
  const subject = name === '' ? 'The document' : `\`${name}\``
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return `\`${member}\` is missing here.`
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const meant = nearestName(name, Object.keys(Object(parentSchema.properties)))
      return `Property \`${name}\` is not expected here.${meant === undefined ? '' : ` Did you mean ${meant}?`}`
    }
    case 'false schema':
      return `\`${name}\` must not stand here.`
    case 'not': {
      const { required } = Object(parentSchema.not)
      if (Array.isArray(required))
        return `${required.map((one) => `\`${one}\``).join(' and ')} must not stand together.`
      return isObject(data)
        ? `\`${name}\` holds what the standard excludes here.`
        : `${preview(data)} is not allowed here.`
    }
    case 'type':
    case 'enum':
    case 'const':
    case 'pattern':
      return `${subject} must be ${expectationOf(error)}, and is ${preview(data)}.`.replace('be match', 'match')
    default:
      return `${subject} ${error.message}.`
  }
}
