import { printJson } from '../../json-text.ts'
import { below, type DocumentNode } from '../json-pointer.ts'

/** Why a schema does not accept a value, in the form and the words of Ajv, which Prism and other tools of the field share. */
export interface SchemaError {
  /** Pointer of the place in the value. */
  instancePath: string
  keyword: string
  /** `must be integer` */
  message: string
  /** Name of the member that is missing, or that may not be there. */
  member: string | undefined
  /** The value at that place. */
  data: unknown
  /** The schema that has the keyword. */
  parentSchema: DocumentNode
}

/** Pointer of the wrong place in the value. A missing property has the pointer that it would have. */
export function placeOf({ instancePath, member }: SchemaError): string {
  return member === undefined ? instancePath : below(instancePath, member)
}

/** What the schema expects; undefined for an error that only repeats the errors of a branch. */
export function expectationOf({ keyword, message, parentSchema }: SchemaError): string | undefined {
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return 'a value'
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'nothing'
    case 'readOnly':
      return 'nothing, because it is read-only'
    case 'writeOnly':
      return 'nothing, because it is write-only'
    case 'type':
      return [parentSchema.type].flat().join(' or ')
    case 'enum': {
      const allowed = parentSchema.enum as unknown[]
      return allowed.length === 0 ? 'nothing' : `one of ${allowed.map((value) => printJson(value)).join(', ')}`
    }
    case 'const':
      return printJson(parentSchema.const)
    case 'format':
      return String(parentSchema.format)
    case 'if':
      return undefined
    default:
      return message.replace(/^must (be )?/, '')
  }
}
