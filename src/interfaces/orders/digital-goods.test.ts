import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterDownload, asOf, type DigitalGoodRecord, isValid } from './digital-goods.ts'

const good: DigitalGoodRecord = {
  fileGuid: 'file-1',
  name: 'Launch webinar (video)',
  url: 'https://downloads.example/launch-webinar.mp4',
  downloadedNbrTime: 1,
  maxNbrDownload: null,
  daysUntilExpire: null,
  creationDate: '2026-03-02T10:15:45Z',
}
const issued = new Date(good.creationDate)
const afterDays = (days: number, milliseconds = 0) => new Date(issued.getTime() + days * 86_400_000 + milliseconds)

describe('isValid', () => {
  it('ORD-047: holds after any number of downloads when there is no maximum', () => {
    expect(isValid({ ...good, downloadedNbrTime: 1_000_000 }, issued)).toBe(true)
  })

  it('ORD-049: holds at any age when there is no expiry', () => {
    expect(isValid(good, afterDays(100_000))).toBe(true)
  })

  it('ORD-052: ends with the download that reaches the maximum, at any age', () => {
    const limited = { ...good, maxNbrDownload: 3, daysUntilExpire: 30 }
    expect(isValid({ ...limited, downloadedNbrTime: 2 }, issued)).toBe(true)
    expect(isValid({ ...limited, downloadedNbrTime: 3 }, issued)).toBe(false)
    expect(isValid({ ...limited, downloadedNbrTime: 4 }, issued)).toBe(false)
  })

  it('ORD-052: a maximum of zero allows no download; it is not null', () => {
    expect(isValid({ ...good, downloadedNbrTime: 0, maxNbrDownload: 0 }, issued)).toBe(false)
  })

  it('ORD-053: ends as soon as the age exceeds the days, fractions counted', () => {
    const timed = { ...good, daysUntilExpire: 30 }
    expect(isValid(timed, afterDays(29.5))).toBe(true)
    expect(isValid(timed, afterDays(30, 1))).toBe(false)
  })

  it('ORD-053: an expiry of zero days is over at once; it is not null', () => {
    expect(isValid({ ...good, daysUntilExpire: 0 }, afterDays(0, 1))).toBe(false)
  })

  it('ORD-054: holds at the very end of the days', () => {
    expect(isValid({ ...good, daysUntilExpire: 30 }, afterDays(30))).toBe(true)
    expect(isValid({ ...good, daysUntilExpire: 0 }, issued)).toBe(true)
  })

  it('ORD-054: needs both conditions, whatever the numbers', () => {
    const limit = fc.option(fc.nat(10))
    fc.assert(
      fc.property(fc.nat(10), limit, limit, fc.nat(10 * 86_400), (downloads, max, days, seconds) => {
        const asked = { ...good, downloadedNbrTime: downloads, maxNbrDownload: max, daysUntilExpire: days }
        const expected = (max === null || downloads < max) && (days === null || seconds <= days * 86_400)
        expect(isValid(asked, afterDays(0, seconds * 1000))).toBe(expected)
      }),
      { seed: 20_260_302 },
    )
  })
})

describe('afterDownload', () => {
  const other = { ...good, fileGuid: 'file-2' }
  const last = { ...good, downloadedNbrTime: 2, maxNbrDownload: 3 }

  it('ORD-055: the download that reaches the maximum makes the good invalid', () => {
    const [downloaded, untouched] = afterDownload([last, other], 'file-1', issued) ?? []
    expect(downloaded && asOf(downloaded, issued)).toEqual({ ...last, downloadedNbrTime: 3, isValid: false })
    expect(untouched).toEqual(other)
  })

  it('ORD-057: the good stays in the list, with nothing but its count and validity changed', () => {
    const goods = afterDownload([last], 'file-1', issued) ?? []
    expect(goods).toEqual([{ ...last, downloadedNbrTime: 3 }])
  })

  it('counts no download of a good that is not valid, or not there', () => {
    expect(afterDownload([{ ...good, daysUntilExpire: 1 }], 'file-1', afterDays(2))).toBeUndefined()
    expect(afterDownload([other], 'file-1', issued)).toBeUndefined()
  })
})
