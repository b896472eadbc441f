import type { RawValue, SentValue } from './parameter.ts'
import { accepted, type Read, refused, type ValueReader } from './value-reader.ts'

/** The part of the Standard Schema interface, version 1 (standardschema.dev), that this library uses. Zod, Valibot and ArkType have it. */
export interface StandardSchema<T> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => Validated<T> | Promise<Validated<T>>
    readonly types?: { readonly input: unknown; readonly output: T } | undefined
  }
}

type Validated<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string }[] }

/** The parser of a parameter: a value reader, or a Standard Schema validator (Zod, Valibot, ArkType and others). */
export type Reader<T> = ValueReader<T> | StandardSchema<T>

/** Parses a raw value with the function of the reader for the form in which the value was sent. */
export function readSent<T>(reader: Reader<T>, sent: SentValue): Read<T> {
  if ('~standard' in reader) return readWithSchema(reader, sent.raw)
  if (sent.kind === 'text') return reader.readParameter(sent.raw)
  if (sent.kind === 'json') return reader.readParameterJSON(sent.raw)
  return reader.readParameterFile?.(sent.raw) ?? refused('has to be text, not a file')
}

// Schemas accept any string, but a raw value may hold bytes that are not text. JSON writes such a byte as `\udcff`, and a backslash as two.
const holdsLoneSurrogate = /(^|[^\\])(\\\\)*\\ud[89a-f]/

/**
 * Reads a raw value with a schema: a string for a query or a form, the JSON value, or the file.
 *
 * @throws {TypeError} when the schema validates asynchronously
 */
function readWithSchema<T>({ '~standard': schema }: StandardSchema<T>, raw: RawValue): Read<T> {
  if (holdsLoneSurrogate.test(JSON.stringify(raw))) return refused('has to be valid UTF-8')
  const result = schema.validate(raw)
  if (result instanceof Promise) {
    throw new TypeError(`a schema of ${schema.vendor} is asynchronous: await it yourself`)
  }
  return result.issues ? refused(result.issues.map(({ message }) => message).join('; ')) : accepted(result.value)
}
