import { domainToASCII, domainToUnicode } from 'node:url'

/** A host name of RFC 1123. What it encodes for IDNA must be a name of RFC 5891. */
export function isHostname(text: string): boolean {
  const labels = text.split('.')
  const isPlain = (label: string) => /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i.test(label) && !/^..--/.test(label)
  return (
    text.length <= 253 &&
    labels.every((label) => isPlain(label) || isEncoded(label)) &&
    isOneDirection(labels.map(decoded))
  )
}

/** A host name of RFC 5890, whose labels may be in any script. */
export function isInternationalHostname(text: string): boolean {
  const labels = text.split(/[.。．｡]/)
  const ascii = labels.map((label) => (/^[\x20-\x7E]*$/.test(label) ? label : domainToASCII(label)))
  const isValid = labels.every((label, index) =>
    /^[\x20-\x7E]*$/.test(label) ? isHostname(label) : isUnicodeLabel(label) && (ascii[index]?.length ?? 0) <= 63,
  )
  return isValid && ascii.join('.').length <= 253 && isOneDirection(labels.map(decoded))
}

function decoded(label: string): string {
  return /^xn--/i.test(label) ? domainToUnicode(label.toLowerCase()) : label
}

function isEncoded(label: string): boolean {
  const text = decoded(label)
  return (
    /^xn--[a-z\d-]+$/i.test(label) &&
    label.length <= 63 &&
    isUnicodeLabel(text) &&
    domainToASCII(text) === label.toLowerCase()
  )
}

function isUnicodeLabel(label: string): boolean {
  return (
    /[^\0-\x7F]/.test(label) &&
    label === label.normalize('NFC') &&
    !/^-|-$|^..--|^\p{M}/u.test(label) &&
    [...label].every((character, at, all) => isAllowed(character, at, all))
  )
}

/** RFC 5892: the exceptions, the characters that depend on their neighbours, and the rest by their properties. */
function isAllowed(character: string, at: number, label: readonly string[]): boolean {
  const before = label[at - 1] ?? ''
  const after = label[at + 1] ?? ''
  if (/[ßς۽۾་〇]/u.test(character)) return true
  if (/[ـߺ\u302E\u302F〱-〵〻]/u.test(character)) return false
  if (character === '·') return before === 'l' && after === 'l'
  if (character === '͵') return /\p{Script=Greek}/u.test(after)
  if (character === '׳' || character === '״') return /\p{Script=Hebrew}/u.test(before)
  if (character === '・')
    return label.some((one) => one !== '・' && /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(one))
  if (/[٠-٩]/u.test(character)) return !label.some((one) => /[۰-۹]/u.test(one))
  if (/[۰-۹]/u.test(character)) return !label.some((one) => /[٠-٩]/u.test(one))
  if (character === '\u200D') return viramas.test(before)
  if (character === '\u200C') return viramas.test(before) || (joining.test(before) && joining.test(after))
  if (/[a-z\d-]/.test(character)) return true
  const folded = character.normalize('NFKC').toLowerCase().normalize('NFKC')
  const isExcluded =
    /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Noncharacter_Code_Point}\u1100-\u11FF\uA960-\uA97C\uD7B0-\uD7FB]/u
  return (
    folded === character && !isExcluded.test(character) && /[\p{Ll}\p{Lo}\p{Lm}\p{Mn}\p{Mc}\p{Nd}]/u.test(character)
  )
}

const viramas =
  /[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA\u0E3A\u0F84\u1039\u1714\u1734\u17D2\u1A60\u1B44\u1BAA\u1BF2\u1BF3\u2D7F\uA806\uA8C4\uA953\uA9C0\uAAF6\uABED]/
const joining = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Mandaic}]/u

/** Digits have no direction. */
const rightToLeft =
  /(?!\p{Nd})[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}]/u

/** RFC 5893: in a name with letters that are written from right to left, no label mixes both directions. */
function isOneDirection(labels: readonly string[]): boolean {
  if (!labels.some((label) => rightToLeft.test(label))) return true
  return labels.every((label) => {
    const [first = ''] = label
    if (!/[\p{L}۽۾]/u.test(first)) return false
    if (!rightToLeft.test(first)) return !rightToLeft.test(label) && !/[٠-٩]/u.test(label)
    const hasLeft = [...label].some((one) => /\p{L}/u.test(one) && !rightToLeft.test(one))
    return !hasLeft && !(/[0-9۰-۹]/u.test(label) && /[٠-٩]/u.test(label)) && !/-\p{M}*$/u.test(label)
  })
}
