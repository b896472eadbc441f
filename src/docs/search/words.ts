/** Too common to tell one entry from another; ignored in a query that has other words. */
export const stopWords = new Set(
  'a am an and are as at be between by can did difference do does for from happens has have how i in into is it its know me my of on or see so that the their then there this to use vs was we what when where which who will with you your'.split(
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

/** The form under which a word is indexed: in lower case and without the `s` of a plural. */
export function stemOf(word: string): string {
  const lower = word.toLowerCase()
  return lower.length > 2 && /[^suia]s$/.test(lower) ? lower.slice(0, -1) : lower
}
