import { type Outcome, ParamCouldNotBeParsedError, ParamNotFoundError } from './errors.ts'
import type { NotSent, Parameter, RawValue, SentValue } from './parameter.ts'
import { bool, int, text, type UUID, uuid } from './readers.ts'
import { copyOf, type ParamRecord, state, stateOf } from './record.ts'
import { type Reader, readSent } from './standard-schema.ts'

/**
 * The parameters of one request. Each method does what the function of its name does for the current request, and throws its errors
 * but for `OutsideActionError`. If a name is in the body and in the query, the body wins (PRM-G07). If a name is repeated, its
 * first value wins (PRM-G08). A name given without a value (`?a`) is missing for every operation that parses (PRM-G11).
 *
 * @example
 * ```ts
 * const params = await readParams(request) // GET /orders?page=2
 * params.param('page', int) // 2
 * ```
 */
export class Params {
  readonly #parameters: readonly Parameter[]

  /** @param parameters those of the body, then those of the query, in the order in which they were sent */
  constructor(parameters: readonly Parameter[]) {
    this.#parameters = parameters
  }

  /** The parsed value; throws when it is missing or cannot be parsed (PRM-015 to PRM-018). */
  param<T>(name: string, reader: Reader<T>): T {
    return valueOrThrow(this.paramOrError(name, reader))
  }

  /** {@link Params.param} with {@link text} (PRM-020). */
  paramText(name: string): string {
    return this.param(name, text)
  }

  /** {@link Params.param} with {@link int} (PRM-021). */
  paramInt(name: string): number {
    return this.param(name, int)
  }

  /** {@link Params.param} with {@link bool} (PRM-022). */
  paramBool(name: string): boolean {
    return this.param(name, bool)
  }

  /** {@link Params.param} with {@link uuid} (PRM-023). */
  paramUUID(name: string): UUID {
    return this.param(name, uuid)
  }

  /** {@link Params.param}, or `fallback` when the parameter is missing (PRM-024 to PRM-026). */
  paramOrDefault<T, Fallback = T>(name: string, reader: Reader<T>, fallback: Fallback): T | Fallback {
    return this.queryOrBodyParam(name) === undefined ? fallback : this.param(name, reader)
  }

  /** {@link Params.param}, or `undefined` when the parameter is missing (PRM-027 to PRM-029). */
  paramOrNothing<T>(name: string, reader: Reader<T>): T | undefined {
    return this.paramOrDefault(name, reader, undefined)
  }

  /** {@link Params.param} that returns its two errors instead of throwing them (PRM-030 to PRM-032). */
  paramOrError<T>(name: string, reader: Reader<T>): Outcome<T> {
    const parameter = this.#first(name)
    if (!parameter?.kind) return { ok: false, error: new ParamNotFoundError(name) }
    return parse(name, reader, parameter)
  }

  /** The values of all parameters of that name, those of the body first (PRM-033 to PRM-035, PRM-G09). */
  paramList<T>(name: string, reader: Reader<T>): T[] {
    return this.#all(name).flatMap((sent) => (sent.kind ? [valueOrThrow(parse(name, reader, sent))] : []))
  }

  /** {@link Params.paramList} with `undefined` in the place of each name without a value (PRM-036 to PRM-038, PRM-G10). */
  paramListOrNothing<T>(name: string, reader: Reader<T>): (T | undefined)[] {
    return this.#all(name).map((sent) =>
      sent.kind && (sent.raw ?? '') !== '' ? valueOrThrow(parse(name, reader, sent)) : undefined,
    )
  }

  /** Whether the name is in the query or the body, whatever its value (PRM-039 to PRM-041). */
  hasParam(name: string): boolean {
    return this.#first(name) !== undefined
  }

  /** The value as it was sent, or `undefined` when the parameter is missing (PRM-042, PRM-043). */
  queryOrBodyParam(name: string): RawValue | undefined {
    return this.#first(name)?.raw
  }

  /** Name and raw value of every parameter, those of the body first (PRM-044, PRM-045). */
  allParams(): [name: string, raw: RawValue | undefined][] {
    return this.#parameters.map(({ name, raw }) => [name, raw])
  }

  /** A copy of the record with the values that were read, and with validation errors (PRM-046 to PRM-052). */
  fill<T extends object, Name extends string>(
    record: T & ParamRecord<Name>,
    names: readonly NoInfer<Name>[],
  ): T & ParamRecord<Name> {
    return fillWith(record, names, (name, reader) => this.paramOrError(name, reader))
  }

  #first(name: string): Parameter | undefined {
    return this.#parameters.find((parameter) => parameter.name === name)
  }

  #all(name: string): (SentValue | NotSent)[] {
    return this.#parameters
      .filter((parameter) => parameter.name === name)
      .flatMap((sent): (SentValue | NotSent)[] =>
        sent.kind === 'json' && Array.isArray(sent.raw) ? sent.raw.map((raw) => ({ kind: 'json', raw })) : [sent],
      )
  }
}

function parse<T>(name: string, reader: Reader<T>, sent: SentValue): Outcome<T> {
  const read = readSent(reader, sent)
  return read.ok ? read : { ok: false, error: new ParamCouldNotBeParsedError(name, read.reason, sent.raw) }
}

function valueOrThrow<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw outcome.error
  return outcome.value
}

/** Fills a copy of the record with the values that `read` finds. */
function fillWith<T extends object, Name extends string>(
  record: T & ParamRecord<Name>,
  names: readonly Name[],
  read: (name: Name, reader: Reader<unknown>) => Outcome<unknown>,
): T & ParamRecord<Name> {
  const known = stateOf(record)
  // Checks all names before it reads any: a name that is not a field means that names come from a request, not from the code.
  for (const name of names) {
    if (!known.fields.has(name)) throw new TypeError(`'${name}' is not a field of the record`)
  }
  const filled = copyOf(record)
  let { errors } = known
  for (const name of names) {
    const reader = known.fields.get(name)
    const outcome = reader && read(name, reader)
    if (!outcome || (!outcome.ok && outcome.error instanceof ParamNotFoundError)) continue
    errors = errors.filter(({ field }) => field !== name)
    if (outcome.ok) Object.assign(filled, { [name]: outcome.value })
    else errors = [...errors, { field: name, message: outcome.error.reason }]
  }
  return Object.assign(filled, { [state]: { ...known, errors } })
}
