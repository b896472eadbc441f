/** What a description says about the values of the thing that it describes. */
export interface Claim {
  /** The words that say so. */
  words: string
  keyword: 'maximum' | 'minimum' | 'default' | 'required' | 'enum' | 'readOnly' | 'deprecated' | 'format'
  /** A number, a text, a list of texts, or whether. */
  value: number | string | boolean | readonly string[]
  /** Of a number, the noun that follows it; of a default, `quoted` for a text in quotation marks. */
  unit: string
}

const number = String.raw`(-?\d(?:[\d,]*\d)?(?:\.\d+)?)`
/** Words that follow a number and are no unit of it. */
const particles =
  'and|or|by|in|with|for|to|but|per|inclusive|inclusively|only|default|at|on|as|are|is|the|a|if|when|means|total|long|allowed|indicating|which|that'
const noun = String.raw`\s?-?(?:\s*(?:unicode |utf-?8 |ascii |alphanumeric )?(?!(?:${particles})\b)([a-z%]+))?`
/** What makes another number of the digits before it: `1.0.2`, `10^3`, `5 million`. */
const wholeNumber = String.raw`(?![\w^]|[.,:/-]\d|\s*(?:\*|×|million|billion|thousand|(?:to|or|and|-|–)\s+-?\d))`
const whole = number + wholeNumber + noun
const about =
  '(?: (?:allowed|permitted|possible|accepted|supported|number|amount|value|length|characters?|size|limit|count|page size|results?|items?|records?|per page))*'
const is = String.raw`(?: (?:is|are|of|to)|\s*[:=])*\s*`
/** What says that the next words are about the thing itself, and not about something else of the sentence. */
const itself = String.raw`(?:^|[.;,:([]\s*|\b(?:be|is|are|with|of|to|contain|have|has|accepts?|exceed|provide|include|specify|supply)\s+)`

const limits = (['maximum', 'minimum'] as const).flatMap((keyword): [Claim['keyword'], RegExp][] => {
  const [name, atMost, noMore, less, sign] =
    keyword === 'maximum'
      ? [
          'max(?:imum)?',
          'at most|up to(?: a maximum of)?',
          'more|greater|larger|longer|higher',
          'less|smaller|lower|fewer',
          '<=|≤',
        ]
      : ['min(?:imum)?', 'at least', 'less|fewer|smaller|shorter|lower', 'greater|larger|more', '>=|≥']
  return [
    regex(String.raw`\b${name}\b\.?${about}${is}${whole}`),
    regex(`${itself}(?:${atMost}|no (?:${noMore}) than|(?:${less}) than or equal to) ?${whole}`),
    regex(`(?:${sign}) ?${whole}`),
    regex(String.raw`${number}\s+([a-z]+s) (?:${name}\b|or (?:${less})\b)`),
    ...(keyword === 'maximum' ? [regex(`(?:must|can(?:not|'t)?|may|should) (?:not )?exceed ${whole}`)] : []),
  ].map((pattern) => [keyword, pattern])
})
const ranges = regex(
  String.raw`(?:\bbetween\s+[[(]?${number}\s*(?:-|–|to|and|(?<=\[\S*\s*),)|(?:(?:\bin the range(?: of)?|\brange(?: is| of|:)?|\bfrom|\bvalues?(?: of|:)?|\b(?:must|should) be)\s+[[(]?|[[(])${number}\s*(?:-|–|\.\.+|to|through|(?<=\[\S*\s*),))\s*${whole}`,
)

const quoted = '`[^`]+`|"[^"]+"|\'[^\']+\'|“[^”]+”|‘[^’]+’'
const token = String.raw`(?:${quoted}|-?[\w][\w+./:-]*\w|-?\w)`
const defaults: readonly RegExp[] = [
  regex(String.raw`\bdefaults? to:? (${token})(?![\w^]|\s*for\b)${noun}`),
  regex(String.raw`\bdefault(?: value)?(?: is| of|\s*[:=])\s*(${token})(?![\w^]|\s*for\b)${noun}`),
  regex(String.raw`[(\[]default (${token})[)\]]`),
  regex(String.raw`(?:^|[(\[,;]\s*)default (${quoted}|-?\d+(?:\.\d+)?|true|false)(?![\w^])${noun}`),
  regex(String.raw`(${quoted}) \(default\)`),
]

const offer = String.raw`(?:\b(?:must|should|can|may)(?: only)? be (?:either|(?:any )?one of)|(?:^|[.:,(]\s*|\bis )(?:either|one of)|\bchoose (?:from|between)|\b(?:allowed|possible|valid|accepted|permitted|acceptable|available) (?:values|options|choices)(?: are| is)?|\bchoices(?: are|:))(?: the following)?(?: values)?`
const choice = String.raw`${token}(?: \(default\))?`
const choices = regex(
  String.raw`${offer}:?\s+(?:one of |either )?(${choice}(?:(?:\s*[,|]\s*(?:or |and )?|\s+(?:or|and)\s+)${choice})+)\s*(?=[;()\]]|\.(?:\s|$)|$)`,
)
const bullets = regex(
  String.raw`${offer}\s*[:.]?\s*?((?:\s*?\n\s*[-*•]\s*(?:${token})[^\S\n]*(?:[:–(=-][^\n]*)?(?=\n|$))+)`,
)
const lists = /\b(?:allowed|possible|valid|accepted|permitted|acceptable|available) (?:values|options|choices)\b/gi
const conditions =
  /\b(if|when|unless|whenever|while|except|otherwise|only for|(?:zero|-?\d+) or (?:between|from)|or (?:zero|-?\d+)\b(?! (?:less|fewer|more))|for (?:example|instance|new|free|paid|all|other|most)|depend(?:s|ing)|e\.g|i\.e|such as|typically|usually|recommended|normally|combined|\d (?:is|are) (?:the|an?)|describes?|indicates?|represents?|per (?:second|minute|hour|day|request|account|user|organization|project)|each)\b/i
const absence =
  /\b(?:if|when)\b(?:(?! or\b)[^.;`]){0,40}?\b(?:not|un(?:set|specified|defined)|omit(?:ted)?|empty|absent|missing|blank|none|null|no\b|left out|isn't|without)\b|\bunless (?:otherwise )?(?:specified|set|stated)/gi
const foreign =
  /\b(e\.g|such as|for example|etc|like|among|includ\w+|parameters?|fields?|propert(?:y|ies)|headers?|depend\w*|if|when|unless|otherwise|combin\w+|comma|separated|specified|provided|more)\b/i

/** A longer description is one of several things, whose limits are theirs. */
const maxLength = 700

/** What a text claims in the words that descriptions use for it. A claim that holds only in some cases is left out. */
export function claimsIn(text: string): Claim[] {
  const plain = text
    .slice(0, 10 * maxLength)
    .replaceAll('<sup>', '^')
    .replaceAll('<li>', '\n* ')
    .replaceAll(/<code>([^<\d-][^<]{0,60})<\/code>|\*\*([a-z][\w.-]*)\*\*/gi, (_, code, bold) => `\`${code ?? bold}\``)
    .replaceAll(/<[^>]{0,200}>/g, ' ')
    .replaceAll(/\*\*|__/g, '')
    .replaceAll(/\[([^\]]{0,200})\]\([^)]{0,200}\)/g, '$1')
  const listed = bulletsIn(plain)
  const [first = ''] = plain.trim().split(/(?<=[.!?])\s/)
  const marked = marksIn((plain.length > maxLength ? first : plain).replaceAll(/\s+/g, ' ').trim())
  if (plain.length > maxLength || /\bmay (?:choose to )?allow\b/i.test(plain)) return [...listed, ...marked]
  const isOneList =
    !/\b(?:commas?|separat\w+|combin\w+|format like|rounded)\b/i.test(plain) && plain.match(lists)?.length !== 2
  const sentences = plain
    .split(/(?<=[.!?])\s+(?=[^a-z])|\n\s*(?:\n|[-*•])\s*/)
    .map((one) => one.replaceAll(/\s+/g, ' ').trim())
  const ofSentences = sentences.flatMap((sentence) => [
    // What follows the name of a value is about that value.
    ...(conditions.test(sentence) || /^`?[a-z]+[A-Z]\w*`?:/.test(sentence) ? [] : [...limitsIn(sentence)]),
    ...(conditions.test(sentence.replaceAll(absence, '')) ? [] : [...defaultsIn(sentence)]),
    ...(isOneList && !foreign.test(sentence) ? [...choicesIn(sentence)] : []),
  ])
  return unambiguous([...ofSentences, ...listed, ...marked])
}

function* limitsIn(sentence: string): Generator<Claim> {
  for (const { 0: match, 1: between, 2: low = between ?? '', 3: high = '', 4: unit = '' } of sentence.matchAll(
    ranges,
  )) {
    const [min, max] = [numberOf(low), numberOf(high)].sort((a, b) => a - b)
    const words = wordsOf(match)
    if (/exclusive/i.test(sentence)) continue
    yield { words, keyword: 'minimum', value: min ?? 0, unit: unit.toLowerCase() }
    yield { words, keyword: 'maximum', value: max ?? 0, unit: unit.toLowerCase() }
  }
  for (const [keyword, pattern] of limits) {
    for (const { 0: words, 1: value = '', 2: unit = '' } of sentence.matchAll(pattern)) {
      const isLength = /\b(?:length|characters?)\b/i.test(words) && !/^byte/i.test(unit)
      yield {
        words: wordsOf(words),
        keyword,
        value: numberOf(value),
        unit: isLength ? 'characters' : unit.toLowerCase(),
      }
    }
  }
}

function* defaultsIn(sentence: string): Generator<Claim> {
  for (const pattern of defaults) {
    for (const { 0: words, 1: value = '', 2: unit = '' } of sentence.matchAll(pattern)) {
      const text = bare(value)
      const isQuoted = text !== value
      // A name in quotation marks before a noun is that of another thing: "defaults to `size` of the page".
      if (isQuoted && /^[a-z]/.test(unit)) continue
      yield { words: wordsOf(words), keyword: 'default', value: text, unit: isQuoted ? 'quoted' : unit.toLowerCase() }
    }
  }
}

function* choicesIn(sentence: string): Generator<Claim> {
  for (const { 0: words, 1: list = '' } of sentence.matchAll(choices)) {
    const values = [...list.replaceAll('(default)', '').matchAll(regex(token))]
      .map(([one]) => one)
      .filter((one) => !/^(or|and|null)$/i.test(one))
    if (values.some((one) => /^(the|these|those|this|your|any|other|both|all|following)$/i.test(one))) continue
    // "Either name or id" may stand for what has these names.
    if (/^\W*either/i.test(words) && values.some((one) => bare(one) === one && /[a-z]/.test(one))) continue
    yield { words: wordsOf(words), keyword: 'enum', value: values.map(bare), unit: '' }
  }
}

/** Values that are the items of a list in Markdown or HTML, each with its explanation. */
function bulletsIn(text: string): Claim[] {
  const [{ 0: words = '', 1: list = '' } = [], ...others] = text.matchAll(bullets)
  const values = [...list.matchAll(regex(String.raw`\n\s*[-*•]\s*(${token})`))].map(([, one = '']) => bare(one))
  if (values.length < 2 || others.length > 0 || !values.every((one) => /^[\w./+:-]*\w$/.test(one))) return []
  return [{ words: wordsOf(words.split('\n')[0] ?? ''), keyword: 'enum', value: values, unit: '' }]
}

const marks: readonly (readonly [Claim['keyword'], boolean | string, RegExp])[] = [
  [
    'required',
    true,
    /^\W{0,3}(?:required|mandatory)\s*(?:[.!;)\]—–-](?!\s*(?:only|if|when|unless|for)\b)|$)|^[^.(]{0,60}\((?:required|mandatory)\)|\((?:required|mandatory)\)\W*$|[.!]\s+(?:required|mandatory)\.?$|\bthis (?:field|parameter|property|value|header) is (?:required|mandatory)\s*(?:[.!]|$)|\bthis is a (?:required|mandatory) (?:field|parameter|property)\b/i,
  ],
  ['required', false, /^\W{0,3}optional\s*(?:[.!;)\]—–,-]|$)|^[^.(]{0,60}\(optional\)|\(optional\)\W*$/i],
  [
    'readOnly',
    true,
    /(?:^|[.;]\s+|[([]\s*)(?:read[- ]?only|output[- ]only)\s*(?:[.;:,)\]]|$)|\bthis (?:field|property|value|attribute) is (?:output[- ]only|read[- ]?only)\s*(?:[.,;]|$|and )|(?:^|\b(?:it|this) is )(?:an?|the) (?:\w+ )?read[- ]only (?:string|field|property|value|id\w*|url|timestamp|date)\b/i,
  ],
  [
    'deprecated',
    true,
    /^\W{0,3}deprecated\s*(?:[.:;,!)\]—–-](?! notice)|$|since\b|in (?:favou?r|v)|as of)|[.!]\s*\W{0,3}deprecated\W{0,2}[.:](?!\w)|\bthis (?:field|parameter|property|value|header|endpoint|operation|method|api|call|resource|attribute|option|filter)(?: is| has been) (?:now )?deprecated\b(?! (?:if|when|for|in the future))/i,
  ],
  [
    'format',
    'date-time',
    /\b(?:date|time|timestamp|datetime)\b[^.]{0,60}\b(?:in|is|as) UTC\b|\b(?:date|time|timestamp|datetime)\b[^.]{0,60}\(UTC\)|(?:^|[.;,] |\b(?:the|an?) )UTC\b[^.]{0,12}\b(?:date|time|timestamp|datetime)\b(?![ -]?zone)/i,
  ],
]

function marksIn(text: string): Claim[] {
  const isConditional =
    /\b(?:only required|required (?:if|when|for|unless|only)|(?:if|when|only|unless)\b[^.]*\b(?:required|mandatory)|not required|(?:read[- ]only|optional) (?:if|when|for|unless)|will [^.]{0,20}deprec\w+|unix|epoch)\b/i.test(
      text,
    )
  return marks.flatMap(([keyword, value, pattern]) => {
    const [words] = pattern.exec(text) ?? []
    return words === undefined || isConditional ? [] : [{ words: wordsOf(words), keyword, value, unit: '' }]
  })
}

/** A description with two values of one kind says when each of them holds, which is more than a schema says. */
function unambiguous(claims: readonly Claim[]): Claim[] {
  return claims.filter(
    (claim, index) =>
      claims.every(({ keyword, value }) => keyword !== claim.keyword || `${value}` === `${claim.value}`) &&
      claims.findIndex(({ keyword }) => keyword === claim.keyword) === index,
  )
}

function wordsOf(match: string): string {
  return match.replaceAll(/^[\s.,;:([]+|[\s.,;:)\]–—-]+$/g, '')
}

function bare(text: string): string {
  return text.replaceAll(/^[`"'“‘]+|[.,]?[`"'”’]+$/g, '')
}

function numberOf(digits: string): number {
  return Number(digits.replaceAll(',', ''))
}

function regex(source: string): RegExp {
  return new RegExp(source, 'gi')
}
