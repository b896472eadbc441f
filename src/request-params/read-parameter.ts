import type { SentValue } from './parameter.ts'
import { readWithSchema, type StandardSchema } from './standard-schema.ts'
import { type Read, refused, type ValueReader } from './value-reader.ts'

/** What parses a parameter: a value reader, or a Standard Schema validator (Zod, Valibot, ArkType and others). */
export type Reader<T> = ValueReader<T> | StandardSchema<T>

/** Parses what was sent with the function of the reader that is for its form. */
export function readSent<T>(reader: Reader<T>, sent: SentValue): Read<T> {
  if ('~standard' in reader) return readWithSchema(reader, sent.raw)
  if (sent.kind === 'text') return reader.readParameter(sent.raw)
  if (sent.kind === 'json') return reader.readParameterJSON(sent.raw)
  return reader.readParameterFile?.(sent.raw) ?? refused('has to be text, not a file')
}
