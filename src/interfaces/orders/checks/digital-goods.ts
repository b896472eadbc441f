import { randomUUID } from 'node:crypto'
import type { components, operations } from '../../../../generated/orders/types.ts'
import type { Check } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { changesBody, on, remembersFirstAnswer, type Sabotage } from '../../../check/sabotage.ts'
import { type Context, expectServed } from './expectations.ts'

type Good = components['schemas']['DigitalGood']

const day = 24 * 3600
const needs = { resources: ['order'], control: 'where offered', onMock: { changes: 'lasting' } } as const

/** A good with the two conditions of `isValid`, each undefined where the document leaves it open (ORD-G28, clocks that differ). */
interface Listed {
  good: Good
  hasLeft: boolean
  isInTime: boolean | undefined
}

/** Of a day, for clocks that differ. */
const tolerance = 0.01

/**
 * What a list shows by itself: `isValid` beside downloads, maximum, date and days. Goods that a rule speaks of must have its value.
 *
 * @param of the goods that are valid, and those that are not, by the rule
 */
async function expectListed(
  t: Context,
  of: { valid?: (listed: Listed) => boolean | undefined; invalid?: (listed: Listed) => boolean | undefined },
): Promise<void> {
  const now = await t.now()
  const goods = await goodsOf(t)
  const listed = goods.map((good): Listed => {
    const { downloadedNbrTime, maxNbrDownload, daysUntilExpire, creationDate } = good
    const age = (now - Date.parse(creationDate)) / (1000 * day)
    const isSure = age < (daysUntilExpire ?? 0) - tolerance || age > (daysUntilExpire ?? 0) + 1 + tolerance
    const isInTime = daysUntilExpire === null ? true : isSure ? age < daysUntilExpire : undefined
    return { good, hasLeft: maxNbrDownload === null || downloadedNbrTime < maxNbrDownload, isInTime }
  })
  for (const [isValid, isMeant] of [[true, of.valid] as const, [false, of.invalid] as const]) {
    const meant = listed.filter((one) => isMeant?.(one) === true)
    for (const { good } of meant) {
      const { downloadedNbrTime, maxNbrDownload, daysUntilExpire, creationDate } = good
      const words = `${downloadedNbrTime} of ${maxNbrDownload} downloads, of ${creationDate} for ${daysUntilExpire} days`
      expect(good.isValid, `isValid of a good with ${words}`).toBe(isValid)
    }
    if (isMeant && meant.length === 0 && !t.hasControl)
      t.inconclusive("the digital goods of the resource 'order' show no such case")
  }
}

async function goodsOf(t: Context, token = t.resource('order')): Promise<Good[]> {
  const reply = await t.call('listOrderDigitalGoods', { path: { token } })
  expectServed(t, reply, 'a list of digital goods')
  return reply.body
}

/** Attaches a new file to the order, and returns a function that reads it. */
async function issue(t: Context, terms: Pick<Good, 'maxNbrDownload' | 'daysUntilExpire'>) {
  const token = t.resource('order')
  const name = 'a file of a check'
  const issued = (await t.control.run('issue-download', { token, name, ...terms })) as { issued: boolean; good: Good }
  expect(issued, 'what the mock answers to a file that is attached').toMatchObject({
    issued: true,
    good: { name, ...terms },
  })
  const { good } = issued
  const look = async () => (await goodsOf(t)).find(({ fileGuid }) => fileGuid === good.fileGuid)
  const download = async () => {
    const count = (await look())?.downloadedNbrTime ?? 0
    const answered = await t.control.run('download', { token, fileGuid: good.fileGuid })
    const after = { fileGuid: good.fileGuid, downloadedNbrTime: count + 1 }
    expect(answered, 'what the mock answers to a download').toMatchObject({ downloaded: true, good: after })
  }
  return { look, download }
}

const says = (isValid: boolean | ((good: Good) => boolean)): Sabotage =>
  on('listOrderDigitalGoods', changesBody, (goods: Good[]) =>
    goods.map((good) => ({ ...good, isValid: typeof isValid === 'boolean' ? isValid : isValid(good) })),
  )

/** Downloads that are impossible, and orders to which nothing can be attached. */
async function assumeNoDownload(t: Context, spent: string): Promise<void> {
  const [token, other] = [t.resource('order'), randomUUID()]
  const order = (await t.control.getRecord('orders', token)) as object
  await t.control.putRecord('orders', other, { ...order, token: other })
  const goods = await goodsOf(t, other)
  const answers = [
    await t.control.run('download', { token, fileGuid: spent }),
    await t.control.run('download', { token, fileGuid: other }),
    await t.control.run('download', { token: other, fileGuid: spent }),
    await t.control.run('issue-download', { token: randomUUID(), name: 'a file of a check' }),
  ]
  t.assume('ORD-G18', () => expect(goods, 'digital goods of an order that has none').toEqual([]))
  t.assume('ORD-G24', () => {
    const refused = { downloaded: false, good: { fileGuid: spent, downloadedNbrTime: 2, isValid: false } }
    expect(
      answers,
      'downloads of a file at its maximum, of no file, of another order, and a file for no order',
    ).toMatchObject([refused, { downloaded: false }, { downloaded: false }, { issued: false }])
  })
}

export const digitalGoods: Record<string, Check<operations>> = {
  'ORD-047': {
    needs,
    async run(t) {
      await expectListed(t, { valid: ({ good, isInTime }) => good.maxNbrDownload === null && isInTime })
      if (!t.hasControl) return
      const { look, download } = await issue(t, { maxNbrDownload: null, daysUntilExpire: 5 })
      for (let count = 0; count < 12; count++) await download()
      expect(await look(), 'a good of unlimited downloads, after twelve').toMatchObject({
        downloadedNbrTime: 12,
        isValid: true,
      })
    },
    sabotage: says(({ downloadedNbrTime, maxNbrDownload }) => downloadedNbrTime < (maxNbrDownload ?? 10)),
  },
  'ORD-049': {
    needs,
    async run(t) {
      await expectListed(t, { valid: ({ good, hasLeft }) => good.daysUntilExpire === null && hasLeft })
      if (!t.hasControl) return
      const { look } = await issue(t, { maxNbrDownload: 5, daysUntilExpire: null })
      await t.control.advanceClock(4000 * day)
      expect((await look())?.isValid, 'isValid of a good without expiry, after 4000 days').toBe(true)
    },
    sabotage: says(({ daysUntilExpire }) => daysUntilExpire !== null),
  },
  'ORD-052': {
    needs,
    async run(t) {
      await expectListed(t, { invalid: ({ hasLeft }) => !hasLeft })
      if (!t.hasControl) return
      const { look, download } = await issue(t, { maxNbrDownload: 1, daysUntilExpire: 100 })
      await download()
      expect((await look())?.isValid, 'isValid at the maximum of downloads').toBe(false)
      const none = await issue(t, { maxNbrDownload: 0, daysUntilExpire: null })
      expect((await none.look())?.isValid, 'isValid with a maximum of zero, which is not null').toBe(false)
      await issue(t, { maxNbrDownload: null, daysUntilExpire: null })
      await expectListed(t, { invalid: ({ hasLeft }) => !hasLeft })
    },
    sabotage: [
      says(true),
      says(({ maxNbrDownload }) => maxNbrDownload === 0),
      // -1 for "unlimited", as many programs have it: the document has null.
      on(
        'listOrderDigitalGoods',
        changesBody((goods: Good[]) => goods.map((good) => ({ ...good, maxNbrDownload: good.maxNbrDownload ?? -1 }))),
      ),
    ],
  },
  'ORD-053': {
    needs,
    async run(t) {
      await expectListed(t, { invalid: ({ isInTime }) => isInTime === false })
      if (!t.hasControl) return
      const { look } = await issue(t, { maxNbrDownload: 5, daysUntilExpire: 2 })
      const brief = await issue(t, { maxNbrDownload: null, daysUntilExpire: 0 })
      await t.control.advanceClock(2 * day + 60)
      const soon = (await look())?.isValid
      t.assume('ORD-G28', () => expect(soon, 'isValid a minute after two days').toBe(false))
      await t.control.advanceClock(day)
      expect((await look())?.isValid, 'isValid a minute after three days, of a good for two').toBe(false)
      expect((await brief.look())?.isValid, 'isValid with zero days, which are not null').toBe(false)
    },
    sabotage: [says(true), says(({ daysUntilExpire }) => daysUntilExpire === 0)],
  },
  'ORD-054': {
    needs,
    async run(t) {
      await expectListed(t, { valid: ({ hasLeft, isInTime }) => hasLeft && isInTime })
      if (!t.hasControl) return
      const { look, download } = await issue(t, { maxNbrDownload: 2, daysUntilExpire: 2 })
      await download()
      await t.control.advanceClock(2 * day - 60)
      expect((await look())?.isValid, 'isValid with a download left, a minute before two days').toBe(true)
      const unlimited = await issue(t, { maxNbrDownload: null, daysUntilExpire: null })
      expect((await unlimited.look())?.isValid, 'isValid without any limit').toBe(true)
    },
    sabotage: [
      says(false),
      says(({ maxNbrDownload }) => maxNbrDownload !== null),
      says(({ maxNbrDownload, downloadedNbrTime }) => downloadedNbrTime + 1 < (maxNbrDownload ?? 9)),
    ],
  },
  'ORD-055': {
    needs,
    async run(t) {
      await expectListed(t, {
        valid: ({ good, hasLeft, isInTime }) => good.maxNbrDownload !== null && hasLeft && isInTime,
        invalid: ({ hasLeft, isInTime }) => !hasLeft && isInTime,
      })
      if (!t.hasControl) return
      const other = await issue(t, { maxNbrDownload: 1, daysUntilExpire: null })
      const { look, download } = await issue(t, { maxNbrDownload: 2, daysUntilExpire: null })
      const seen = [(await look())?.isValid]
      await download()
      seen.push((await look())?.isValid)
      await download()
      seen.push((await look())?.isValid)
      expect(seen, 'isValid after no, one and two of two downloads').toEqual([true, true, false])
      expect((await other.look())?.isValid, 'isValid of a file that was not downloaded').toBe(true)
      await assumeNoDownload(t, (await look())?.fileGuid ?? '')
    },
    sabotage: [on('listOrderDigitalGoods', remembersFirstAnswer()), says(false)],
  },
  'ORD-056': {
    needs,
    async run(t) {
      await expectListed(t, {
        valid: ({ good, hasLeft, isInTime }) => good.daysUntilExpire !== null && hasLeft && isInTime,
        invalid: ({ hasLeft, isInTime }) => hasLeft && isInTime === false,
      })
      if (!t.hasControl) return
      const { look } = await issue(t, { maxNbrDownload: null, daysUntilExpire: 1 })
      await t.control.advanceClock(day - 60)
      expect((await look())?.isValid, 'isValid a minute before a day').toBe(true)
      await t.control.advanceClock(day + 60)
      expect((await look())?.isValid, 'isValid two days after the issue of a good for one').toBe(false)
    },
    sabotage: [on('listOrderDigitalGoods', remembersFirstAnswer()), says(false), says(true)],
  },
  'ORD-057': {
    needs,
    onlyAssumed: 'ORD-G29',
    async run(t) {
      if (!t.hasControl && (await goodsOf(t)).every(({ isValid }) => isValid))
        t.inconclusive("no digital good of the resource 'order' is invalid")
      if (!t.hasControl) return
      const { look } = await issue(t, { maxNbrDownload: null, daysUntilExpire: 1 })
      const before = await look()
      await t.control.advanceClock(2 * day)
      const after = await look()
      t.assume('ORD-G29', () => expect(after, 'the good once it has expired').toEqual({ ...before, isValid: false }))
    },
    sabotage: [
      on('listOrderDigitalGoods', changesBody, (goods: Good[]) => goods.filter(({ isValid }) => isValid)),
      on('listOrderDigitalGoods', remembersFirstAnswer()),
    ],
  },
}
