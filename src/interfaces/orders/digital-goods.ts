import type { components } from '../../../generated/orders/types.ts'

export type DigitalGood = components['schemas']['DigitalGood']

/** A digital good as the mock keeps it: whether it is valid depends on when it is asked. */
export type DigitalGoodRecord = Omit<DigitalGood, 'isValid'>

const millisecondsPerDay = 86_400_000

/** Whether the good may still be downloaded at that moment; equal is still in time, null is no limit (ORD-047, ORD-049, ORD-054). */
export function isValid(good: DigitalGoodRecord, now: Date): boolean {
  return hasDownloadsLeft(good) && isInTime(good, now)
}

/** ORD-052: false at the limit, whatever the age. A limit of zero allows none. */
function hasDownloadsLeft({ downloadedNbrTime, maxNbrDownload }: DigitalGoodRecord): boolean {
  return maxNbrDownload === null || downloadedNbrTime < maxNbrDownload
}

/** ORD-053: fractions of a day count. */
function isInTime({ creationDate, daysUntilExpire }: DigitalGoodRecord, now: Date): boolean {
  if (daysUntilExpire === null) return true
  return (now.getTime() - Date.parse(creationDate)) / millisecondsPerDay <= daysUntilExpire
}

/** The good as it is shown at that moment. */
export function asOf(good: DigitalGoodRecord, now: Date): DigitalGood {
  return { ...good, isValid: isValid(good, now) }
}

/** The goods of an order after one more download of a file; undefined when the file is not among them or not valid any more. */
export function afterDownload(
  goods: readonly DigitalGoodRecord[],
  fileGuid: string,
  now: Date,
): DigitalGoodRecord[] | undefined {
  const downloaded = goods.find((good) => good.fileGuid === fileGuid)
  if (!downloaded || !isValid(downloaded, now)) return undefined
  return goods.map((good) => (good === downloaded ? { ...good, downloadedNbrTime: good.downloadedNbrTime + 1 } : good))
}
