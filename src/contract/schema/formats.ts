import { fullFormats } from 'ajv-formats/dist/formats.js'

type Numeric = number | bigint

/** Tells whether a value of a type has a format. */
export interface Format {
  type: 'string' | 'number'
  test: (value: never) => boolean
}

/** Integers by format: the least and the greatest. */
const ranges: Readonly<Record<string, readonly [low: Numeric, high: Numeric]>> = {
  int8: [-128, 127],
  uint8: [0, 255],
  int16: [-32_768, 32_767],
  uint16: [0, 65_535],
  int32: [-2_147_483_648, 2_147_483_647],
  uint32: [0, 4_294_967_295],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0, 2n ** 64n - 1n],
}

/** The least and the greatest integer of a format; undefined for a format of other values. */
export function rangeOfFormat(format: unknown): readonly [low: Numeric, high: Numeric] | undefined {
  return typeof format === 'string' && Object.hasOwn(ranges, format) ? ranges[format] : undefined
}

/** The check of a format, of JSON Schema or of the registry of OpenAPI; undefined for one that checks nothing. */
export function formatOf(name: string): Format | undefined {
  const known = formats.get(name)
  if (known !== undefined) return known
  const range = rangeOfFormat(name)
  return range && { type: 'number', test: integerIn(range) }
}

/** A double cannot tell the greatest int64 from the integer above it. */
function integerIn([low, high]: readonly [Numeric, Numeric]): (value: Numeric) => boolean {
  const [least, most] = [Number(low), Number(high)]
  return (value) =>
    typeof value === 'bigint'
      ? value >= low && value <= high
      : Number.isInteger(value) && value >= least && value <= most
}

function text(test: ((text: string) => boolean) | RegExp): Format {
  return { type: 'string', test: typeof test === 'function' ? test : (value: string) => test.test(value) }
}

/** A check of the library. */
function ofLibrary(name: keyof typeof fullFormats): (text: string) => boolean {
  const known = fullFormats[name] as RegExp | { validate: (text: string) => boolean } | ((text: string) => boolean)
  if (known instanceof RegExp) return (value) => known.test(value)
  return typeof known === 'function' ? known : known.validate
}

function isPattern(source: string): boolean {
  try {
    new RegExp(source, 'u')
    return true
  } catch {
    return false
  }
}

const formats: ReadonlyMap<string, Format> = new Map<string, Format>([
  ...(
    [
      'date',
      'time',
      'date-time',
      'iso-time',
      'iso-date-time',
      'duration',
      'uri',
      'uri-reference',
      'uri-template',
      'email',
      'hostname',
      'ipv4',
      'ipv6',
      'uuid',
      'json-pointer',
      'json-pointer-uri-fragment',
      'relative-json-pointer',
      'byte',
      'url',
    ] as const
  ).map((name) => [name, text(ofLibrary(name))] as const),
  ['regex', text(isPattern)],
])
