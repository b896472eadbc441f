import { describe, expect, it } from 'vitest'
import { parseYaml } from './yaml-file.ts'

const yaml = parseYaml('a.yaml', 'rules:\n  - id: A-1\n    x-rules: [B]\n  - {id: A-2, x-rules: [C, D]}\n')

describe('parseYaml', () => {
  it('says where a node stands', () => {
    expect(yaml.at(['rules', 1, 'id'])).toEqual({ line: 4, column: 10 })
  })

  it('says where the closest ancestor of a missing node stands', () => {
    expect(yaml.at(['rules', 1, 'kind', 'deeper'])).toEqual({ line: 4, column: 5 })
    expect(yaml.at(['nothing'])).toEqual({ line: 1, column: 1 })
  })

  it('finds every value of a key', () => {
    expect(yaml.under('x-rules')).toEqual([
      { value: ['B'], line: 3, column: 14, items: [{ line: 3, column: 15 }] },
      {
        value: ['C', 'D'],
        line: 4,
        column: 24,
        items: [
          { line: 4, column: 25 },
          { line: 4, column: 28 },
        ],
      },
    ])
  })

  it('reports every repeated key', () => {
    const { diagnostics } = parseYaml('a.yaml', 'a: 1\na: 2\nb: {c: 1, c: 2}\n')
    expect(diagnostics.map(({ line, column, message }) => `${line}:${column} ${message}`)).toEqual([
      '2:1 Key `a` stands twice in this mapping; remove one.',
      '3:11 Key `c` stands twice in this mapping; remove one.',
    ])
  })

  it('reports only the first of several syntax errors', () => {
    const { diagnostics, data } = parseYaml('a.yaml', 'a: [\nb: 1\nc: {d\n')
    expect(diagnostics).toHaveLength(1)
    expect(data).toBeUndefined()
  })
})
