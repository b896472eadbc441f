import { formatOf, rangeOfFormat } from '../formats.ts'
import { isMultiple, isSameJson } from '../json-equality.ts'
import type { Aspect } from './difference.ts'
import { lengthPattern, maxCountedLength, wordsOutside } from './language.ts'
import type { JsonType, Shape } from './shape.ts'

/** True if it is proven that a sender keeps a bound; otherwise perhaps values that may not keep it. */
type Proof = (own: Shape, read: never) => boolean | readonly unknown[]

/** How the keywords of a reader are proven, by type and aspect. */
export const proofs: Partial<Record<JsonType, Partial<Record<Aspect, Record<string, Proof>>>>> = {
  number: {
    range: {
      minimum: ({ range }, least: number) => range.low >= least,
      maximum: ({ range }, most: number) => range.high <= most,
      exclusiveMinimum: ({ range }, bound: number) =>
        range.low > bound || (isSameJson(range.low, bound) && range.isLowOpen),
      exclusiveMaximum: ({ range }, bound: number) =>
        range.high < bound || (isSameJson(range.high, bound) && range.isHighOpen),
      multipleOf: (own, step: number) =>
        [...own.all<number>('multipleOf'), ...(own.isInteger ? [1] : [])].some((one) => isMultiple(one, step)),
      format({ range, isInteger }, format: string) {
        if (formatOf(format)?.type !== 'number') return true
        const [low, high] = rangeOfFormat(format) ?? [-floatMax, floatMax]
        return (
          (range.low >= low && range.high <= high && (isInteger || format === 'float')) ||
          (format === 'float' && [1e39])
        )
      },
    },
  },
  string: {
    length: {
      minLength: (own, least: number) =>
        own.count('minLength') >= least || outside(own, lengthPattern(least, Infinity), least),
      maxLength: (own, most: number) => own.count('maxLength') <= most || outside(own, lengthPattern(0, most), most),
    },
    pattern: { pattern: (own, pattern: string) => outside(own, pattern) },
    format: {
      format: (own, format: string) =>
        formatOf(format)?.type !== 'string' || own.all<string>('format').some((one) => narrower[format]?.includes(one)),
    },
  },
  array: {
    'item-count': {
      minItems: (own, least: number) => Math.max(own.count('minItems'), own.contained[0]) >= least,
      maxItems: (own, most: number) => own.count('maxItems') <= most,
    },
    'item-unique': { uniqueItems: (own, isUnique: boolean) => !isUnique || own.count('maxItems') <= 1 },
  },
  object: {
    'member-count': {
      minProperties: (own, least: number) => Math.max(own.count('minProperties'), own.required.size) >= least,
      maxProperties: (own, most: number) =>
        Math.min(own.count('maxProperties'), own.others.length > 0 || own.sentToOthers ? Infinity : own.names.size) <=
        most,
    },
  },
}

const floatMax = (2 - 2 ** -23) * 2 ** 127

/** Formats whose texts another format accepts too. */
const narrower: Record<string, string[]> = {
  'uri-reference': ['uri'],
  iri: ['uri'],
  'iri-reference': ['uri', 'uri-reference', 'iri'],
  'idn-email': ['email'],
  'idn-hostname': ['hostname'],
}

/** Patterns that all texts of a format match, and others may. */
const textsOfFormat: Record<string, string> = {
  date: '^\\d{4}-\\d\\d-\\d\\d$',
  'date-time': '^\\d{4}-\\d\\d-\\d\\d[^][^]*$',
  time: '^\\d\\d:\\d\\d:\\d\\d[^]*$',
  uuid: '^(?:[uU][rR][nN]:[uU][uU][iI][dD]:)?[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
  ipv4: '^[0-9.]{7,15}$',
  email: '^[^]+@[^]+$',
}

/** Texts of a sender that do not match a pattern; true if there are none. */
function outside(own: Shape, pattern: string, length = 0): boolean | readonly string[] {
  const [min, max] = [own.count('minLength'), own.count('maxLength')]
  const isCounted = min <= maxCountedLength && (max === Infinity || max <= maxCountedLength)
  const inside = [
    ...own.all<string>('pattern'),
    ...own.all<string>('format').flatMap((format) => textsOfFormat[format] ?? []),
    ...(isCounted && (min > 0 || max < Infinity) ? [lengthPattern(min, max)] : []),
  ]
  const isSmall = length <= maxCountedLength && (length === 0 || inside.length > 0)
  const words = isSmall ? wordsOutside(inside, pattern) : undefined
  return words?.length === 0 || (words ?? false)
}
