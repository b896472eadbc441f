import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'

/** The position of the message in a call: the name of the function or class, and the index of the argument. */
const messages: Readonly<Record<string, number>> = {
  Refusal: 1,
  OAuthRefusal: 1,
  StrictRefusal: 0,
  plainProblem: 1,
  problemAnswer: 1,
  wrong: 0,
}

/** These interfaces use short error texts without a full stop, as the examples of their documents do. */
const inOwnWords = /^src\/interfaces\/(secrets|cluster-agent)\//

interface Message {
  place: string
  /** The text, with `…` for inserted values. */
  text: string
}

function messagesIn(file: string): Message[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const found: Message[] = []
  const collectFrom = (node: ts.Node): void => {
    if (ts.isNewExpression(node) || ts.isCallExpression(node)) {
      const argument = node.arguments?.[messages[node.expression.getText()] ?? -1]
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
      for (const text of argument ? textsOf(argument) : []) found.push({ place: `${file}:${line}`, text })
    }
    ts.forEachChild(node, collectFrom)
  }
  collectFrom(source)
  return found
}

/** The possible texts of an expression; none for a name, whose text is written elsewhere. */
function textsOf(node: ts.Expression): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isTemplateExpression(node)) {
    return [node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')]
  }
  if (ts.isParenthesizedExpression(node)) return textsOf(node.expression)
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)]
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    return textsOf(node.left).flatMap((left) => textsOf(node.right).map((right) => left + right))
  }
  return []
}

/** True if each sentence has one full stop. A name may be the first word; a value inserted at the end may bring its own full stop. */
function isInSentences(text: string): boolean {
  return (
    /^([A-Z'…]|(usemarker|marker|limit) )/.test(text) &&
    /([^.?!][.?]|…)$/.test(text) &&
    !/\.\.|\.;|\.,|[?!]\.| {2}/.test(text)
  )
}

const files = globSync(['src/mock/**/*.ts', 'src/interfaces/**/*.ts', 'src/behaviour/**/*.ts']).filter(
  (file) => !/\.(test|fixture|suite)\.ts$|\/checks\//.test(file),
)
const all = files.flatMap(messagesIn)

it('finds the messages', () => {
  expect(all.length).toBeGreaterThan(80)
})

it('every message of the mock is in sentences, each with one full stop', () => {
  const wrong = all.filter(({ place, text }) => !inOwnWords.test(place) && !isInSentences(text))
  expect(wrong).toEqual([])
})

it.each([
  ['There is no lamp …', true],
  ['There is no lamp …; did you mean this?', true],
  ["'x' is wrong.", true],
  ['There is no lamp', false],
  ['there is no lamp.', false],
  ['There is no lamp..', false],
  ['Did you mean this?.', false],
])('%j: %s', (text, expected) => {
  expect(isInSentences(text)).toBe(expected)
})
