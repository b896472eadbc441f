import type { SentValue } from './parameter.ts'
import { readWithSchema, type StandardSchema } from './standard-schema.ts'
import { type Read, refused, type ValueReader } from './value-reader.ts'

/** The parser of a parameter: a value reader, or a Standard Schema validator (Zod, Valibot, ArkType and others). */
export type Reader<T> = ValueReader<T> | StandardSchema<T>

/** Parses a raw value with the function of the reader for the form in which the value was sent. */
export function readSent<T>(reader: Reader<T>, sent: SentValue): Read<T> {
  if ('~standard' in reader) return readWithSchema(reader, sent.raw)
  if (sent.kind === 'text') return reader.readParameter(sent.raw)
  if (sent.kind === 'json') return reader.readParameterJSON(sent.raw)
  return reader.readParameterFile?.(sent.raw) ?? refused('has to be text, not a file')
}
