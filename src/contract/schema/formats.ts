import { createRequire } from 'node:module'
import { isIPv4, isIPv6 } from 'node:net'

const require = createRequire(import.meta.url)

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
  'double-int': [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  'sf-integer': [-999_999_999_999_999, 999_999_999_999_999],
}

/** The least and the greatest integer of a format; undefined for a format of other values. */
export function rangeOfFormat(format: unknown): readonly [low: Numeric, high: Numeric] | undefined {
  return typeof format === 'string' && Object.hasOwn(ranges, format) ? ranges[format] : undefined
}

/** The check of a format, of JSON Schema or of the registry of OpenAPI; undefined for one that checks nothing. */
export function formatOf(name: string): Format | undefined {
  const test = texts.get(name)
  if (test) return { type: 'string', test: test instanceof RegExp ? (text: string) => test.test(text) : test }
  if (name === 'float') return { type: 'number', test: (value: Numeric) => Number.isFinite(Math.fround(Number(value))) }
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

function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return false
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
  return month >= 1 && month <= 12 && day >= 1 && day <= days
}

/** RFC 3339. A minute has a 61st second only where the day ends in UTC. */
function isTime(text: string): boolean {
  const found = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i.exec(text)
  if (!found) return false
  const [hour, minute, second, offsetHour, offsetMinute] = [1, 2, 3, 5, 6].map((at) => Number(found[at] ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
  ]
  if (hour > 23 || minute > 59 || offsetHour > 23 || offsetMinute > 59) return false
  if (second < 60) return true
  const offset = (offsetHour * 60 + offsetMinute) * (found[4] === '-' ? 1 : -1)
  return second === 60 && (hour * 60 + minute + offset + 1440) % 1440 === 1439
}

/** The usual form of a date-time, in which all have the same length but for the fraction. */
const usualDateTime: RegExp =
  /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

const isLocalTime = (text: string) => isTime(`${text}Z`)

function isDateTime(text: string, isClock: (text: string) => boolean): boolean {
  return /^t$/i.test(text[10] ?? '') && isDate(text.slice(0, 10)) && isClock(text.slice(11))
}

const days = 'Mon|Tue|Wed|Thu|Fri|Sat|Sun'
const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec'
const httpDate = new RegExp(`^(?:${days}), (\\d\\d) (${months}) (\\d{4}) (\\d\\d:\\d\\d:\\d\\d) GMT$`)

function isHttpDate(text: string): boolean {
  const [, day = '', month = '', year = '', time = ''] = httpDate.exec(text) ?? []
  const number = String(months.split('|').indexOf(month) + 1).padStart(2, '0')
  return isDate(`${year}-${number}-${day}`) && isLocalTime(time)
}

/** A host name of RFC 1123. What it encodes for IDNA must be a name of RFC 5891. */
function isHostname(text: string): boolean {
  const isLabel = (label: string) =>
    /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i.test(label) && (!/^..--/.test(label) || /^xn/i.test(label))
  const isPlain = text.length <= 253 && text.split('.').every(isLabel)
  return isPlain && (!/(?:^|\.)xn--/i.test(text) || isInternationalHostname(text))
}

/** A host name of RFC 5890, whose labels may be in any script. */
function isInternationalHostname(text: string): boolean {
  // Few names need its tables, so the library is loaded by the first that does.
  const { isIdnHostname }: typeof import('idn-hostname') = require('idn-hostname')
  try {
    return text.length < 1000 && isIdnHostname(text)
  } catch {
    return false
  }
}

const atom = "[\\w!#$%&'*+/=?^`{|}~-]+"
const asciiAddress = new RegExp(`^(?:${atom}(?:\\.${atom})*|"(?:[ !#-[\\]-~]|\\\\[ -~])*")@`)
const wideAddress = new RegExp(
  `^(?:${atom.replace('\\w', '\\w\\u0080-\\uFFFF')}(?:\\.${atom.replace('\\w', '\\w\\u0080-\\uFFFF')})*|"(?:[^"\\\\\\0-\\x1F]|\\\\[ -~])*")@`,
)

function isAddress(text: string, local: RegExp, isHost: (text: string) => boolean): boolean {
  const [before] = local.exec(text) ?? []
  if (before === undefined || before.length > 65) return false
  const host = text.slice(before.length)
  const [, version, literal = ''] = /^\[(IPv6:)?([^\]]*)\]$/i.exec(host) ?? []
  return host.startsWith('[') ? (version ? isAddressOf6(literal) : isIPv4(literal)) : isHost(host)
}

/** Without the name of a network interface, which the system knows. */
function isAddressOf6(text: string): boolean {
  return isIPv6(text) && !text.includes('%') && (!text.includes('.') || isIPv4(text.slice(text.lastIndexOf(':') + 1)))
}

/** RFC 3986, and RFC 3987 with characters that are not ASCII. */
function referencePattern(more = '', privateUse = ''): RegExp {
  const character = (others: string) => `(?:[\\w.~!$&'()*+,;=${others}${more}\\-]|%[\\dA-Fa-f]{2})`
  const authority = `(?:${character(':')}*@)?(?:\\[([^\\]]*)\\]|${character('')}*)(?::\\d*)?`
  const path = `(?:${character(':@')}|/)*`
  const ends = `(?:\\?(?:${character(`:@/?${privateUse}`)})*)?(?:#(?:${character(':@/?')})*)?`
  return new RegExp(`^(?:([A-Za-z][A-Za-z\\d+.\\-]*):)?(?://(${authority})(?=[/?#]|$))?(${path})${ends}$`, 'u')
}

const uriPattern = referencePattern()
const iriPattern = referencePattern(
  '\\u{A0}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFEF}\\u{10000}-\\u{EFFFD}',
  '\\u{E000}-\\u{F8FF}\\u{F0000}-\\u{FFFFD}\\u{100000}-\\u{10FFFD}',
)

function isReference(text: string, pattern: RegExp, isAbsolute: boolean): boolean {
  const found = pattern.exec(text)
  if (!found) return false
  const [, scheme, authority, literal, path = ''] = found
  if (scheme === undefined && (isAbsolute || (authority === undefined && /^[^/]*:/.test(path)))) return false
  if (authority === undefined && path.startsWith('//')) return false
  if (authority !== undefined && path !== '' && !path.startsWith('/')) return false
  return literal === undefined || isAddressOf6(literal) || /^v[\dA-F]+\.[\w.~!$&'()*+,;=:-]+$/i.test(literal)
}

function isRegularExpression(source: string): boolean {
  try {
    new RegExp(source, 'u')
    return true
  } catch {
    return false
  }
}

const token = "[\\w!#$%&'*+.^`|~-]+"
const base64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/
const variable = '(?:\\w|%[\\dA-Fa-f]{2})(?:\\.?(?:\\w|%[\\dA-Fa-f]{2}))*(?::[1-9]\\d{0,3}|\\*)?'
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/

const texts: ReadonlyMap<string, RegExp | ((text: string) => boolean)> = new Map<
  string,
  RegExp | ((text: string) => boolean)
>([
  ['date', isDate],
  ['time', isTime],
  ['date-time', (text) => usualDateTime.test(text) || isDateTime(text, isTime)],
  ['time-local', isLocalTime],
  ['date-time-local', (text) => isDateTime(text, isLocalTime)],
  ['iso-time', (text) => isTime(text) || isLocalTime(text)],
  ['iso-date-time', (text) => isDateTime(text, isTime) || isDateTime(text, isLocalTime)],
  ['http-date', isHttpDate],
  [
    'duration',
    /^P(?!$)(?:\d+W|(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)$/,
  ],
  ['email', (text) => isAddress(text, asciiAddress, isHostname)],
  ['idn-email', (text) => isAddress(text.normalize('NFC'), wideAddress, isInternationalHostname)],
  ['hostname', isHostname],
  ['idn-hostname', isInternationalHostname],
  ['ipv4', isIPv4],
  ['ipv6', isAddressOf6],
  ['uri', (text) => isReference(text, uriPattern, true)],
  ['uri-reference', (text) => isReference(text, uriPattern, false)],
  ['iri', (text) => isReference(text, iriPattern, true)],
  ['iri-reference', (text) => isReference(text, iriPattern, false)],
  // No standard has it, and what is called so may be relative, as `Location` is.
  ['url', (text) => /^(?:(?:https?|ftp):\/\/[^/]|\/(?!\/))/i.test(text) && isReference(text, uriPattern, false)],
  [
    'uri-template',
    new RegExp(
      `^(?:[^\\0-\\x20"<>%\\\\^\`{|}\\x7F]|%[\\dA-Fa-f]{2}|\\{[+#./;?&=,!@|]?${variable}(?:,${variable})*\\})*$`,
    ),
  ],
  ['uuid', /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i],
  ['json-pointer', /^(?:\/(?:[^~/]|~[01])*)*$/],
  ['relative-json-pointer', /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/],
  ['json-pointer-uri-fragment', /^#(?:\/(?:[\w.!$&'()*+,;:=@-]|%[\dA-Fa-f]{2}|~[01])*)*$/],
  ['regex', isRegularExpression],
  ['byte', base64],
  ['base64url', /^(?:[\w-]{4})*(?:[\w-]{2}(?:==)?|[\w-]{3}=?)?$/],
  ['char', (text) => text.length > 0 && [...text].length === 1],
  ['decimal', /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/],
  ['decimal128', (text) => decimal.test(text) && text.replace(/[eE].*/, '').replaceAll(/\D|^0+/g, '').length <= 34],
  [
    'media-range',
    new RegExp(
      `^(?:\\*/\\*|(?!\\*/)${token}/${token})(?:[ \\t]*;[ \\t]*${token}=(?:${token}|"(?:[^"\\\\]|\\\\.)*"))*$`,
    ),
  ],
  ['sf-boolean', /^\?[01]$/],
  [
    'sf-binary',
    (text) => text.length > 1 && text.startsWith(':') && text.endsWith(':') && base64.test(text.slice(1, -1)),
  ],
  ['sf-string', /^[ -~]*$/],
  ['sf-token', /^[A-Za-z*][\w!#$%&'*+.^`|~:/-]*$/],
])
