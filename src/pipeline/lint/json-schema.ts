import { isObject, namesIn } from '../../contract/json-pointer.ts'
import { normalizeDocument } from '../../contract/published/normalize.ts'
import { References } from '../../contract/published/references.ts'
import { SourceFile } from '../../contract/published/source-file.ts'
import type { SchemaError } from '../../contract/schema/schema-error.ts'
import { schemasOf } from '../../contract/schema/schemas.ts'
import type { YamlFile } from '../../contract/yaml-file.ts'
import type { Diagnostic } from '../specs/diagnostic.ts'
import type { SpecFolder } from '../specs/spec-folder.ts'

/** Violations of a JSON Schema (2020-12) in a YAML file, with their positions. A schema that is none itself is the only violation. */
export function schemaDiagnostics(yaml: YamlFile, schema: YamlFile, rule: string): Diagnostic[] {
  const { data } = schema
  const ofSchema = metaSchemas().errors(anySchema, data)
  const [judged, errors] =
    ofSchema.length > 0 || !isObject(data) ? [schema, ofSchema] : [yaml, schemasOf(data).errors(data, yaml.data)]
  return errors.filter(({ keyword }) => !/^(if|anyOf)$/.test(keyword)).map((error) => diagnostic(error, judged, rule))
}

/** Violations in each data file X.yaml of an interface that has a schema X.schema.yaml beside it. */
export function companionDiagnostics({ files }: SpecFolder): Diagnostic[] {
  return [...files.values()].flatMap((schema) => {
    const data = files.get(schema.file.replace(/\.schema\.yaml$/, '.yaml'))
    return data && data !== schema ? schemaDiagnostics(data, schema, 'data-schema') : []
  })
}

const anySchema = { $ref: '#/components/schemas/Schema' }

function metaSchemas() {
  const schemas = { Schema: { $ref: 'https://json-schema.org/draft/2020-12/schema' } }
  const document = { openapi: '3.1.0', info: { title: '', version: '' }, components: { schemas } }
  const file = new SourceFile('schema.json', '/schema.json', JSON.stringify(document))
  return schemasOf(normalizeDocument(new References(file, [])).document)
}

function diagnostic(error: SchemaError, yaml: YamlFile, rule: string): Diagnostic {
  const path = namesIn(error.instancePath)
  const named = error.keyword === 'additionalProperties' ? [...path, String(error.params.additionalProperty)] : path
  return { file: yaml.file, ...yaml.at(named), severity: 'error', rule, message: describe(error, path) }
}

function describe({ keyword, params, message, parentSchema }: SchemaError, path: string[]): string {
  const node = path.length > 0 ? `\`${path.join('.')}\`` : 'The document'
  switch (keyword) {
    case 'required':
      return `${node} needs \`${params.missingProperty}\`.`
    case 'additionalProperties':
      return `${node} has no field \`${params.additionalProperty}\`; it may have ${Object.keys(Object(parentSchema.properties)).join(', ')}.`
    case 'enum':
      return `${node} must be one of ${[params.allowedValues].flat().join(', ')}.`
    default:
      return `${node} ${message}.`
  }
}
