import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { root } from '../../../src/workspace/root.ts'
import { choose, UnknownPartError } from './parts.ts'

it('takes the names of parts', () => {
  const all = expect.arrayContaining(['mock-control', 'orders', 'oauth-token', 'cluster-agent'])
  expect(choose(['orders', 'mock']).map(({ name, checkedInterfaces }) => [name, checkedInterfaces])).toEqual([
    ['orders', ['orders']],
    ['mock', all],
  ])
})

it('mutates the files of an interface in all its folders, and no checks, clients or tests', () => {
  for (const { name, mutate } of choose([])) {
    const left = mutate.flatMap((pattern) => (pattern.startsWith('!') ? [pattern.slice(1)] : []))
    const mutated = globSync(
      mutate.filter((pattern) => !pattern.startsWith('!')),
      { cwd: root, exclude: left },
    )
    expect(mutated, name).toEqual(expect.arrayContaining([expect.stringMatching(/(definition|engine)\.ts$/)]))
    expect(mutated.filter((file) => /checks|client[-./]|\.(test|fixture|d)\b/.test(file))).toEqual([])
    if (name === 'secrets') expect(mutated).toContain('src/interfaces/secrets/kv/directories.ts')
  }
})

it('names no file of the mock that does not exist', () => {
  const [mock] = choose(['mock'])
  for (const pattern of mock?.mutate ?? [])
    expect(globSync(pattern.replace('!', ''), { cwd: root }), pattern).not.toEqual([])
})

it.each(['src/interfaces/secrets/limits.ts', 'src/interfaces/secrets/limits.ts:5-20'])(
  'takes %s, with the checks of its part',
  (word) => {
    const checked = { checkedInterfaces: ['secrets'], hasTests: false }
    expect(choose([word])).toEqual([{ name: word, mutate: [word], ...checked }])
  },
)

it('takes a folder, without the files that its part leaves out', () => {
  const [storage] = choose(['src/mock/storage'])
  expect(storage?.mutate).toEqual(
    expect.arrayContaining(['src/mock/storage/**/*.ts', '!src/mock/**/*.test.ts', '!src/mock/storage/valkey/*.ts']),
  )
})

it('names the known parts in the error for an unknown one', () => {
  expect(() => choose(['order'])).toThrow(UnknownPartError)
  expect(() => choose(['order'])).toThrow("there is no part 'order'; known are secrets,")
})
