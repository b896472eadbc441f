import { readFileSync } from 'node:fs'
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { parse } from 'yaml'
import { namesIn } from '../../contract/json-pointer.ts'
import { unknownName } from './nearest-name.ts'
import type { Diagnostic } from './target-file-document.ts'

const schema: { $defs: { fromEnvironment: object } } = parse(
  readFileSync(new URL('../../../targets/target.schema.yaml', import.meta.url), 'utf8'),
)
const validate = new Ajv2020({ allErrors: true, verbose: true }).compile(schema)

/** What the form of a target file does not allow: targets/target.schema.yaml. Values are never repeated: one may be a secret. */
export function findWrongShape(value: unknown): Diagnostic[] {
  return validate(value) ? [] : (validate.errors ?? []).map(diagnosticOf)
}

function diagnosticOf(error: ErrorObject): Diagnostic {
  const path = namesIn(error.instancePath)
  const name = path.join('.') || 'the file'
  switch (error.keyword) {
    case 'additionalProperties': {
      const key = String(error.params.additionalProperty)
      if (error.parentSchema === schema.$defs.fromEnvironment)
        return { path, message: `${name} ${fromEnvironment(path)}` }
      const known = Object.keys(error.parentSchema?.properties ?? {})
      return { path: [...path, key], message: `${name} has ${unknownName('key', key, known)}` }
    }
    case 'required':
      return { path, message: `${name} has no '${error.params.missingProperty}'` }
    case 'type':
      if (error.parentSchema === schema.$defs.fromEnvironment)
        return { path, message: `${name} ${fromEnvironment(path)}` }
      return {
        path,
        message: `${name} must be ${kinds[error.params.type] ?? error.params.type}, and is ${kindOf(error.data)}`,
      }
    case 'enum':
      return { path, message: `${name} must be one of ${error.params.allowedValues.join(', ')}` }
    case 'pattern':
      return { path, message: `${name} must be the name of an environment variable: letters, digits and underscores` }
    case 'minLength':
    case 'minProperties':
      return { path, message: `${name} is empty` }
    default:
      return { path, message: `${name} ${error.message}` }
  }
}

function fromEnvironment(path: readonly string[]): string {
  const names = path.filter((name) => name !== 'interfaces' && name !== 'credentials')
  const variable = names.join('_').replace(/\W/g, '_').toUpperCase()
  return `must name the environment variable that holds the secret, such as {env: ${variable}}; secrets do not belong in files`
}

const kinds: Readonly<Record<string, string>> = {
  object: 'a map',
  string: 'text',
  integer: 'a whole number',
  boolean: 'true or false',
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'empty'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'number') return 'a number'
  return kinds[typeof value] ?? typeof value
}
