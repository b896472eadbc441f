import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** These interfaces use short error texts without a full stop, as the examples of their documents do. */
const inOwnWords = /^src\/interfaces\/(secrets|cluster-agent)\//

/** A message is a text in the call that makes it; `…` stands for inserted values. */
const message =
  /\b(?:(?:Refusal|OAuthRefusal|plainProblem)\(\s*[^,()]+,|(?:StrictRefusal|wrong)\()\s*(['"`])((?:\\.|(?!\1).)*)\1\s*[,)]/gs

/** True if each sentence has one full stop. A name may be the first word; a value inserted at the end may bring its own full stop. */
function isInSentences(text: string): boolean {
  return (
    /^([A-Z'…]|(usemarker|marker|limit) )/.test(text) &&
    /([^.?!][.?]|…)$/.test(text) &&
    !/\.\.|\.;|\.,|[?!]\.| {2}/.test(text)
  )
}

it('every message of the mock is in sentences, each with one full stop', () => {
  const messages = globSync('src/{mock,interfaces,behaviour}/**/*.ts')
    .filter((file) => !/\.(test|fixture|suite)\.ts$|\/checks\//.test(file) && !inOwnWords.test(file))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(message)].map(([, , text = '']) => ({ file, text })))
    .map(({ file, text }) => ({ file, text: text.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '…') }))
  expect(messages.length).toBeGreaterThan(60)
  expect(messages.filter(({ text }) => !isInSentences(text))).toEqual([])
})

it.each([
  ['There is no lamp …; did you mean this?', true],
  ["'x' is wrong.", true],
  ['There is no lamp', false],
  ['there is no lamp.', false],
  ['There is no lamp..', false],
  ['Did you mean this?.', false],
])('%j: %s', (text, expected) => {
  expect(isInSentences(text)).toBe(expected)
})
