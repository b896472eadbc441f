const stopWords = new Set(
  'a about already also am an and any anyone are as at be been being between but by can cannot could did difference do does doing even for from had happens has have here how i if in into is it its just know let like may me might must my of on or our please really see should so some someone something than that the their them then there these they thing things this those to trying upon us use using vs want wants was way ways we what when where which while who will with would you your'.split(
    ' ',
  ),
)

/** False for a word that is too common to tell one entry from another. */
export function isRare(word: string): boolean {
  return !stopWords.has(word)
}

/** The words of a text. A name such as `updateOrder` or `invalid_client` is one word, and its parts are words as well. */
export function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}_]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/u).flatMap((word) => {
    const parts = word.split(/_+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u)
    return word === '' ? [] : parts.length === 1 ? [word] : [word, ...parts]
  })
}

/** The form under which a word is indexed: in lower case and without the `s` of a plural. */
export function stemOf(word: string): string {
  const lower = word.toLowerCase()
  return lower.length > 2 && /[^suia]s$/.test(lower) ? lower.slice(0, -1) : lower
}

/** What a word has in common with its other forms: `expir` for `expired` and `expiration`. Not for display, and no word at times. */
export function rootOf(word: string): string {
  const stem = stemOf(word)
  const root = stem
    .replace(/(?<=[aeiouy].*[^aeiou])(?:ies|ied|y)$/, 'i')
    .replace(/(?<=[aeiouy]\w*)(?:ations?|ating|ates?|ated|ions?|ings?|ed|es|e)$/, '')
    .replace(/([bdgmnpr])\1$/, '$1')
  return root.length < 3 ? stem : root
}
