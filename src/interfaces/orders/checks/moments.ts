import type { operations } from '../../../../generated/orders/types.ts'
import type { Check, CheckContext } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { changesBody, on, type Sabotage } from '../../../check/sabotage.ts'
import { list } from './expectations.ts'

interface Moment {
  zone: string | undefined
}

const form =
  /^(\d{4})-?(?:(\d\d)-?(\d\d)|W(\d\d)-?([1-7])|(\d{3}))T(\d\d)(?::?([0-5]\d)(?::?([0-5]\d|60))?)?(?:[.,]\d+)?(Z|[+-]\d\d(?::?\d\d)?)?$/

/** Reads a date and time of ISO 8601, in each of its forms; undefined for other texts and for days that no calendar has. */
export function readMoment(value: unknown): Moment | undefined {
  if (typeof value !== 'string') return undefined
  const [, year, month, day, week, , ordinal, hour, minute = '00', second = '00', zone] = form.exec(value) ?? []
  if (year === undefined) return undefined
  const date = month === undefined ? undefined : new Date(Date.UTC(2000, 0))
  date?.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  const isDay =
    (date === undefined || (date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day))) &&
    (week === undefined || (week >= '01' && week <= '53')) &&
    (ordinal === undefined || (ordinal >= '001' && ordinal <= '366'))
  const isTime = Number(hour) < 24 || `${hour}${minute}${second}` === '240000'
  return isDay && isTime ? { zone } : undefined
}

/** Zones that are UTC, and no zone, which may mean it (gap ORD-G33). */
const isUtc = ({ zone = 'Z' }: Moment): boolean => /^(Z|[+-]00(:?00)?)$/.test(zone)

async function datesOfOrders(t: CheckContext<operations>): Promise<unknown[]> {
  const { items } = await list(t)
  const [first] = items
  if (!first) return t.inconclusive('the target has no orders')
  const { body } = await t.call('getOrder', { path: { token: first.token } })
  return [...items, body].map(({ creationDate }) => creationDate)
}

/** Changes the dates of orders. */
const dates = (change: (date: string) => unknown): Sabotage => {
  const changed = <Kind extends { creationDate: string }>(order: Kind) => ({
    ...order,
    creationDate: change(order.creationDate),
  })
  return on('listOrders', changesBody, (list: { items: { creationDate: string }[] }) => ({
    ...list,
    items: list.items.map(changed),
  }))
}

const goods = (change: (date: string) => unknown): Sabotage =>
  on('listOrderDigitalGoods', changesBody, (goods: { creationDate: string }[]) =>
    goods.map((good) => ({ ...good, creationDate: change(good.creationDate) })),
  )

const wrongDay = (date: string) => date.replace(/^\d{4}-\d\d-\d\d/, '2026-02-31')
const elsewhere = (date: string) => date.replace(/(Z|\+00:00)$/, '+02:00')

export const moments: Record<string, Check<operations>> = {
  'ORD-016': {
    async run(t) {
      for (const date of await datesOfOrders(t))
        expect(readMoment(date) !== undefined, `whether the creationDate ${date} is ISO 8601`).toBe(true)
    },
    sabotage: [dates(wrongDay), dates((date) => date.slice(0, 10)), dates(Date.parse)],
  },
  'ORD-017': {
    async run(t) {
      const moments = (await datesOfOrders(t)).flatMap((date) => readMoment(date) ?? [])
      if (moments.length === 0) t.inconclusive('no creationDate is ISO 8601')
      for (const moment of moments) {
        expect(isUtc(moment), `whether the creationDate is in UTC, in zone ${moment.zone}`).toBe(true)
        t.assume('ORD-G33', () => expect(moment.zone, 'zone of a creationDate').toMatch(/^(Z|\+00:00)$/))
      }
    },
    sabotage: [dates(elsewhere), dates((date) => date.replace('Z', ''))],
  },
  'ORD-050': {
    needs: { resources: ['order with downloads'] },
    async run(t) {
      const { body } = await t.call('listOrderDigitalGoods', { path: { token: t.resource('order with downloads') } })
      if (body.length === 0) t.inconclusive('the order has no digital goods')
      for (const { creationDate } of body) {
        const moment = readMoment(creationDate)
        const isOther = typeof creationDate === 'string' && !form.test(creationDate)
        if (isOther) expect(Date.parse(creationDate), `moment of the creationDate ${creationDate}`).not.toBe(Number.NaN)
        else expect(moment !== undefined, `whether the creationDate ${creationDate} is a date and time`).toBe(true)
        if (moment) expect(isUtc(moment), `whether the creationDate ${creationDate} is in UTC`).toBe(true)
        t.assume('ORD-G33', () => expect(creationDate, 'creationDate').toMatch(/T[\d:.]{8,}(Z|\+00:00)$/))
      }
    },
    sabotage: [goods(wrongDay), goods(elsewhere), goods(() => 'yesterday'), goods((date) => date.replace('Z', ''))],
  },
}
