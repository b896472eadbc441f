import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isValid } from './digital-goods.ts'

const creationDate = '2026-03-02T10:15:45Z'
const good = { fileGuid: 'file-1', name: 'Launch webinar', url: 'https://downloads.example/webinar.mp4', creationDate }

it('a good is valid while both limits hold, whatever the numbers', () => {
  const limit = fc.option(fc.nat(10))
  fc.assert(
    fc.property(fc.nat(10), limit, limit, fc.nat(10 * 86_400), (downloads, max, days, seconds) => {
      const asked = { ...good, downloadedNbrTime: downloads, maxNbrDownload: max, daysUntilExpire: days }
      const expected = (max === null || downloads < max) && (days === null || seconds <= days * 86_400)
      expect(isValid(asked, new Date(Date.parse(creationDate) + seconds * 1000))).toBe(expected)
    }),
    { seed: 20_260_302 },
  )
})
