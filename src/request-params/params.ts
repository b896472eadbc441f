import { type Outcome, ParamCouldNotBeParsedError, ParamNotFoundError } from './errors.ts'
import type { NotSent, Parameter, RawValue, SentValue } from './parameter.ts'
import { bool, int, text, type UUID, uuid } from './readers.ts'
import { copyOf, type ParamRecord, state, stateOf } from './record.ts'
import { type Reader, readSent } from './standard-schema.ts'

/**
 * The parameters of one request. A function of the name of each method does the same for the current request. If a name is in the body and in the query, the body wins (PRM-G07). If a name is repeated, its
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

  /**
   * The value of a query or body parameter (PRM-015, PRM-016).
   *
   * @param name compared byte by byte, as UTF-8; case matters
   * @param reader a value reader, or a Standard Schema validator
   * @throws {ParamNotFoundError} when it is missing (PRM-017)
   * @throws {ParamCouldNotBeParsedError} when the reader refuses its value (PRM-018)
   */
  param<T>(name: string, reader: Reader<T>): T {
    return valueOrThrow(this.paramOrError(name, reader))
  }

  /** {@link Params.param} with {@link text}: any UTF-8, the empty string included (PRM-020). */
  paramText(name: string): string {
    return this.param(name, text)
  }

  /** {@link Params.param} with {@link int}: from −(2^53−1) to 2^53−1 (PRM-021). */
  paramInt(name: string): number {
    return this.param(name, int)
  }

  /** {@link Params.param} with {@link bool}: a checkbox that is not ticked is missing, not false (PRM-022). */
  paramBool(name: string): boolean {
    return this.param(name, bool)
  }

  /** {@link Params.param} with {@link uuid}: in lower case (PRM-023). */
  paramUUID(name: string): UUID {
    return this.param(name, uuid)
  }

  /**
   * {@link Params.param}, or `fallback` when the parameter is missing (PRM-024, PRM-025).
   *
   * @throws {ParamCouldNotBeParsedError} when the reader refuses its value: the fallback does not stand in for it (PRM-026)
   */
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

  /**
   * The values of all parameters of that name, those of the body first (PRM-033); none when there are none (PRM-034). Each element of an
   * array in a JSON body is a value. A name given without a value is left out (PRM-G09).
   *
   * @throws {ParamCouldNotBeParsedError} when the reader refuses one of them (PRM-035)
   */
  paramList<T>(name: string, reader: Reader<T>): T[] {
    return this.#all(name).flatMap((sent) => (sent.kind ? [valueOrThrow(parse(name, reader, sent))] : []))
  }

  /**
   * {@link Params.paramList} with `undefined` in the place of each name that was given without a value (PRM-036 to PRM-038): `a` and `a=` in
   * a query or a form; `null` and `""` in an array of a JSON body.
   *
   * @throws {ParamCouldNotBeParsedError} when the reader refuses a value that was given (PRM-G10)
   * @example
   * ```ts
   * params.paramListOrNothing('quantity', int) // ?quantity=1&quantity=&quantity=3 gives [1, undefined, 3]
   * ```
   */
  paramListOrNothing<T>(name: string, reader: Reader<T>): (T | undefined)[] {
    return this.#all(name).map((sent) =>
      sent.kind && (sent.raw ?? '') !== '' ? valueOrThrow(parse(name, reader, sent)) : undefined,
    )
  }

  /** Whether the name is in the query or the body, whatever its value: `?a`, `?a=` and `{"a": null}` too (PRM-039 to PRM-041). */
  hasParam(name: string): boolean {
    return this.#first(name) !== undefined
  }

  /** The value as it was sent, or `undefined` when the parameter is missing (PRM-042, PRM-043); `null` is a JSON value. */
  queryOrBodyParam(name: string): RawValue | undefined {
    return this.#first(name)?.raw
  }

  /**
   * Name and raw value of every parameter, those of the body first, in the order in which they were sent (PRM-044, PRM-045); the value of a
   * name without an equals sign is `undefined` (PRM-G12). JSON objects order members that look like integers before the others.
   */
  allParams(): [name: string, raw: RawValue | undefined][] {
    return this.#parameters.map(({ name, raw }) => [name, raw])
  }

  /**
   * Reads the named parameters and writes each to the record's field of that name (PRM-046 to PRM-048). If a reader refuses a value, the
   * reason becomes a validation error of the record, the field keeps its old value, and reading goes on (PRM-050, PRM-051); a missing
   * parameter is ignored (PRM-052).
   *
   * @param record made by `asRecord`; it stays as it is (PRM-G22)
   * @param names fields of the record: others do not compile (PRM-049)
   * @returns a copy of the record with the values that were read
   * @throws {TypeError} before anything is read, when a name is not a field of the record; or when `record` is not a record
   * @example
   * ```ts
   * const person = params.fill(asRecord(new Person(), { firstName: text, age: int }), ['firstName', 'age'])
   * return ifValid(person, save, showForm)
   * ```
   */
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
