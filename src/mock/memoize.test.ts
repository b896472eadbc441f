import { expect, it } from 'vitest'
import { forgetInterned, internByContent, memoize, memoizeByCost, memoizeByObject } from './memoize.ts'

function counted() {
  const asked: number[] = []
  const square = memoize((key: number) => {
    asked.push(key)
    return key * key
  })
  return { asked, square }
}

it('computes once for a key', () => {
  const { asked, square } = counted()
  expect([square(3), square(4), square(3), square(4)]).toEqual([9, 16, 9, 16])
  expect(asked).toEqual([3, 4])
})

it('keeps at most a hundred results, since callers choose the keys', () => {
  const { asked, square } = counted()
  for (let key = 0; key < 100; key++) square(key)
  square(0)
  expect(asked).toHaveLength(100)
  square(100)
  square(0)
  expect(asked).toHaveLength(102)
  expect(square(100)).toBe(10_000)
  expect(asked).toHaveLength(102)
})

it('keeps a result for a hundred times as long as its call took', async () => {
  let time = 0
  let calls = 0
  const count = memoizeByCost(
    async () => {
      time += 20
      return ++calls
    },
    () => time,
  )
  expect(await Promise.all([count(), count()])).toEqual([1, 1])
  time = 2019
  expect(await count()).toBe(1)
  time = 2020
  expect(await count()).toBe(2)
})

it('does not keep a failure', async () => {
  let time = 0
  let calls = 0
  const count = memoizeByCost(
    async () => {
      time += 20
      if (++calls === 1) throw new Error('lost')
      return calls
    },
    () => time,
  )
  await expect(count()).rejects.toThrow('lost')
  expect(await count()).toBe(2)
})

it('computes once for an object, and again for one that only looks the same', () => {
  const asked: object[] = []
  const nameOf = memoizeByObject((lamp: { name: string }) => {
    asked.push(lamp)
    return [lamp.name]
  })
  const [one, other] = [{ name: 'hall' }, { name: 'hall' }]
  expect(nameOf(one)).toBe(nameOf(one))
  expect(nameOf(other)).not.toBe(nameOf(one))
  expect(asked).toEqual([one, other])
})

it('returns one object for equal JSON, and another one for different JSON', () => {
  const interned = internByContent<{ of: string }>()
  const made: string[] = []
  const make = (of: string) => () => {
    made.push(of)
    return { of }
  }
  const first = interned([{ type: 'string' }, 1], make('first'))
  expect(interned([{ type: 'string' }, 1], make('second'))).toBe(first)
  expect(interned([{ type: 'string' }, 2], make('third')).of).toBe('third')
  expect(interned([[{ type: 'string' }], 1], make('fourth')).of).toBe('fourth')
  forgetInterned()
  expect(interned([{ type: 'string' }, 1], make('fifth'))).not.toBe(first)
  expect(made).toEqual(['first', 'third', 'fourth', 'fifth'])
})
