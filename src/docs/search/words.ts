import { stemmer } from 'stemmer'

/** Words that are too common to tell one entry from another; the name of the product is on every page. */
const stopWords = new Set(
  'a about already also am an and any anyone are as at be been being between but by can cannot could did difference do does doing even for from had happens has have here how i if in into is it its just know let like may me might must my of on or our please really see should so some someone something than that the their them then there these they thing things this those to trying upon us use using vs want wants was way ways we what when where which while who will with would you your rulebound'.split(
    ' ',
  ),
)

/** The words of a text. A name such as `updateOrder` or `invalid_client` is one word, and its parts are words as well. */
export function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}_]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/u).flatMap((word) => {
    const parts = word.split(/_+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u)
    return word === '' ? [] : parts.length === 1 ? [word] : [word, ...parts]
  })
}

const stems = new Map<string, string | null>()

/** What a word has in common with its other forms: `expir` for `expired` and `expires`; null for a word that is too common. */
export function stemOf(word: string): string | null {
  const known = stems.get(word)
  if (known !== undefined) return known
  const lower = word.toLowerCase()
  const stem = stopWords.has(lower) ? null : stemmer(lower)
  stems.set(word, stem)
  return stem
}
