import { Ajv2020, type AnySchemaObject, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { namesIn } from '../../contract/json-pointer.ts'
import type { YamlFile } from '../../contract/yaml-file.ts'
import type { Diagnostic } from '../specs/diagnostic.ts'
import type { SpecFolder } from '../specs/spec-folder.ts'

/** Violations of a JSON Schema (2020-12) in a YAML file, with their positions. */
export function schemaDiagnostics(yaml: YamlFile, schema: YamlFile, rule: string): Diagnostic[] {
  let validate: ValidateFunction
  try {
    validate = compile(schema)
  } catch (error) {
    const message = `This is not a valid JSON Schema: ${error instanceof Error ? error.message : error}.`
    return [{ file: schema.file, line: 1, column: 1, severity: 'error', rule, message }]
  }
  validate(yaml.data)
  return (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if').map((error) => diagnostic(error, yaml, rule))
}

/** Violations in each data file X.yaml of an interface that has a schema X.schema.yaml beside it. */
export function companionDiagnostics({ files }: SpecFolder): Diagnostic[] {
  return [...files.values()].flatMap((schema) => {
    const data = files.get(schema.file.replace(/\.schema\.yaml$/, '.yaml'))
    return data && data !== schema ? schemaDiagnostics(data, schema, 'data-schema') : []
  })
}

function compile(schema: YamlFile): ValidateFunction {
  const ajv = new Ajv2020({ allErrors: true, verbose: true })
  addFormats.default(ajv)
  return ajv.compile(schema.data as AnySchemaObject)
}

function diagnostic(error: ErrorObject, yaml: YamlFile, rule: string): Diagnostic {
  const path = namesIn(error.instancePath)
  const named = error.keyword === 'additionalProperties' ? [...path, String(error.params.additionalProperty)] : path
  return { file: yaml.file, ...yaml.at(named), severity: 'error', rule, message: describe(error, path) }
}

function describe({ keyword, params, message, parentSchema }: ErrorObject, path: string[]): string {
  const node = path.length > 0 ? `\`${path.join('.')}\`` : 'The document'
  switch (keyword) {
    case 'required':
      return `${node} needs \`${params.missingProperty}\`.`
    case 'additionalProperties':
      return `${node} has no field \`${params.additionalProperty}\`; it may have ${Object.keys(parentSchema?.properties ?? {}).join(', ')}.`
    case 'enum':
      return `${node} must be one of ${params.allowedValues.join(', ')}.`
    default:
      return `${node} ${message}.`
  }
}
