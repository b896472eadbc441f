import type { components } from '../../../generated/orders/types.ts'

export type DigitalGood = components['schemas']['DigitalGood']

/** A stored digital good. Whether it is valid depends on the time. */
export type DigitalGoodRecord = Omit<DigitalGood, 'isValid'>

const millisecondsPerDay = 86_400_000

/** Whether the good may be downloaded at that moment. Limits are inclusive, and null means no limit (ORD-047, ORD-049, ORD-054). */
function isValid(good: DigitalGoodRecord, now: Date): boolean {
  return hasDownloadsLeft(good) && isInTime(good, now)
}

/** ORD-052, ORD-055: false at the limit, at any age. A limit of zero allows no download. */
function hasDownloadsLeft({ downloadedNbrTime, maxNbrDownload }: DigitalGoodRecord): boolean {
  return maxNbrDownload === null || downloadedNbrTime < maxNbrDownload
}

/** ORD-053, ORD-056: fractions of a day count (gap ORD-G28). */
function isInTime({ creationDate, daysUntilExpire }: DigitalGoodRecord, now: Date): boolean {
  if (daysUntilExpire === null) return true
  return (now.getTime() - Date.parse(creationDate)) / millisecondsPerDay <= daysUntilExpire
}

/** The good as the API shows it at that moment. */
export function atMoment(good: DigitalGoodRecord, now: Date): DigitalGood {
  return { ...good, isValid: isValid(good, now) }
}

/** The goods of an order after one more download of a file; undefined if the file does not exist or is no longer valid. */
export function afterDownload(
  goods: readonly DigitalGoodRecord[],
  fileGuid: string,
  now: Date,
): DigitalGoodRecord[] | undefined {
  const downloaded = goods.find((good) => good.fileGuid === fileGuid)
  if (!downloaded || !isValid(downloaded, now)) return undefined
  return goods.map((good) => (good === downloaded ? { ...good, downloadedNbrTime: good.downloadedNbrTime + 1 } : good))
}
