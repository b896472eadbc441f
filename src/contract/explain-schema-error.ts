import type { ErrorObject } from 'ajv/dist/2020.js'
import { below } from './json-pointer.ts'

/** Pointer of the wrong place in the value. A missing property has the pointer that it would have. */
export function placeOf({ keyword, instancePath, params }: ErrorObject): string {
  if (keyword === 'required') return below(instancePath, String(params.missingProperty))
  if (keyword === 'additionalProperties') return below(instancePath, String(params.additionalProperty))
  return instancePath
}

/** What the schema expects; undefined for an error that only repeats those of a branch. */
export function expectationOf({ keyword, params, message = '' }: ErrorObject): string | undefined {
  switch (keyword) {
    case 'required':
      return 'a value'
    case 'additionalProperties':
      return 'nothing'
    case 'type':
      return [params.type].flat().join(' or ')
    case 'enum':
      return `one of ${(params.allowedValues as unknown[]).map((value) => JSON.stringify(value)).join(', ')}`
    case 'const':
      return JSON.stringify(params.allowedValue)
    case 'format':
      return String(params.format)
    case 'if':
      return undefined
    default:
      return message.replace(/^must (be )?/, '')
  }
}
