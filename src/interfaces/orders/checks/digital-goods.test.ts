import { expect, it } from 'vitest'
import type { components } from '../../../../generated/orders/types.ts'
import { changesBody, on } from '../../../check/sabotage.ts'
import { failedIn, resultsOn } from '../../../verify/runner/results.fixture.ts'

type Good = components['schemas']['DigitalGood']

const ofGoods = ['ORD-047', 'ORD-049', 'ORD-052', 'ORD-053', 'ORD-054', 'ORD-055', 'ORD-056', 'ORD-057']
const good = {
  ...{ fileGuid: '83e1f0ae-b2c9-451d-84df-a9b0c1d2e3f4', name: 'A file', url: 'https://downloads.example/a' },
  ...{ downloadedNbrTime: 1, maxNbrDownload: 3, daysUntilExpire: null, creationDate: '2020-03-02T10:15:45Z' },
}
const goods = [
  { ...good, isValid: true },
  { ...good, downloadedNbrTime: 3, isValid: false },
  { ...good, maxNbrDownload: null, isValid: true },
  { ...good, maxNbrDownload: null, daysUntilExpire: 30, isValid: false },
  { ...good, maxNbrDownload: null, daysUntilExpire: 30_000, isValid: true },
] as const

const lists = (change: (good: Good) => object) =>
  resultsOn(
    'orders',
    on(
      'listOrderDigitalGoods',
      changesBody(() => goods.map((one) => ({ ...one, ...change(one) }))),
    ),
    {
      only: ofGoods,
      allows: 'nothing',
    },
  )

it('a list alone shows the rules of digital goods, and nothing is changed for it', async () => {
  const { passed, ...others } = await lists(() => ({}))
  expect([passed, Object.values(others).flat()]).toEqual([ofGoods, []])
})

it.each<[what: string, change: (good: Good) => object, broken: string[]]>([
  ['-1 for "unlimited"', ({ maxNbrDownload }) => ({ maxNbrDownload: maxNbrDownload ?? -1 }), ['ORD-052', 'ORD-055']],
  ['each good as valid', () => ({ isValid: true }), ['ORD-052', 'ORD-053', 'ORD-055', 'ORD-056']],
  ['no good as valid', () => ({ isValid: false }), ['ORD-047', 'ORD-049', 'ORD-054', 'ORD-055', 'ORD-056']],
])('a list that shows %s breaks these rules', async (_, change, broken) => {
  expect(failedIn(await lists(change))).toEqual(broken)
})

it('a list without goods shows none of them', async () => {
  const empty = on(
    'listOrderDigitalGoods',
    changesBody(() => []),
  )
  const { inconclusive } = await resultsOn('orders', empty, { only: ofGoods, allows: 'nothing' })
  expect(inconclusive).toEqual(ofGoods)
})
