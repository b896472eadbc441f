import { expect, it } from 'vitest'
import { compilePattern, PatternError } from './pattern.ts'
import { matchesOf } from './sample-text.ts'

it.each<[pattern: string, yes: string[], no: string[]]>([
  ['^[a-z]+$', ['abc'], ['aB']],
  ['^(a+)+$', ['aaa'], ['aab']],
  ['^(?=.*[A-Z])(?=.*\\d)(?!.* ).{8,}$', ['Abcdefg1'], ['abcdefg1', 'Abc def1']],
  ['^(?!-)[a-z-]{1,63}(?<!-)$', ['a-b'], ['-a', 'a-']],
  ['(a)\\1', ['baab'], ['ab']],
  ['^\\s*x|y+z$', ['\u00a0x', 'yyz'], ['ax']],
  ['^[\\w.%+-]+@[\\w-]+\\.[a-z]{2,}$', ['a@b.com'], ['a@b']],
  ['^[A-Za-z0-9+/=]{1,2048}$', ['YQ=='], ['?']],
  ['\\p{Lu}+x', ['ÉX ÉÉx'], ['x']],
  ['^a\\@b$', ['a@b'], ['ab']],
])('%s is enforced, in time that grows with the length', (pattern, yes, no) => {
  const compiled = compilePattern(pattern)
  for (const text of yes) expect(compiled.test(text), text).toBe(true)
  for (const text of no) expect(compiled.test(text), text).toBe(false)
  for (const text of ['a', 'A1', ' ', '-']) compiled.test(`${text.repeat(50_000)}!`)
  const [made] = matchesOf(pattern)
  expect(made !== undefined && compiled.test(made), made).toBe(true)
})

it.each(['(a+)\\1$', '^(a(?!b+c)d)+$', '(?i)a', '[', 'a{2,1}'])('%s is not enforced', (pattern) => {
  expect(() => compilePattern(pattern)).toThrow(PatternError)
})
