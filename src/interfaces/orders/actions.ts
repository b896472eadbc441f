import { randomUUID } from 'node:crypto'
import type { Action, JsonSchema } from '../../behaviour/definition.ts'
import { objectOf } from '../../behaviour/record-schema.ts'
import { afterDownload, atMoment, type DigitalGoodRecord } from './digital-goods.ts'
import type { OrderRecord } from './state.ts'

const token: JsonSchema = { type: 'string', format: 'uuid', description: 'The token of the order.' }

/** The documents show only the number of downloads (gap ORD-G24). A tester makes a download with this action. */
const download: Action<object> = {
  description:
    'A customer downloads a file of an order, as long as it is valid. Answers whether that worked, and the good after it.',
  schema: objectOf({ token, fileGuid: { type: 'string', description: 'The file.' } }),
  async run({ token, fileGuid }: { token: string; fileGuid: string }, { store, clock }) {
    const now = clock.now()
    let downloaded = false
    const goods = await store.collection<DigitalGoodRecord[]>('digital-goods').update(token.toLowerCase(), (before) => {
      const after = before && afterDownload(before, fileGuid, now)
      downloaded = after !== undefined
      return after ?? before
    })
    const good = goods?.find((candidate) => candidate.fileGuid === fileGuid)
    return good ? { downloaded, good: atMoment(good, now) } : { downloaded }
  },
}

interface Issue {
  token: string
  name: string
  maxNbrDownload?: number | null
  daysUntilExpire?: number | null
}

const issueDownload: Action<object> = {
  description:
    'A file is attached to an order, its link issued at the present moment. Answers whether there is the order, and the good.',
  schema: objectOf(
    {
      token,
      name: { type: 'string', description: 'The name to show for the file.' },
      maxNbrDownload: {
        type: ['integer', 'null'],
        minimum: 0,
        description: 'Downloads allowed; null, the default, for any number.',
      },
      daysUntilExpire: {
        type: ['integer', 'null'],
        minimum: 0,
        description: 'Days for which the link works; null, the default, for ever.',
      },
    },
    ['maxNbrDownload', 'daysUntilExpire'],
  ),
  async run({ token, name, maxNbrDownload = null, daysUntilExpire = null }: Issue, { store, clock }) {
    const key = token.toLowerCase()
    if (!(await store.collection<OrderRecord>('orders').get(key))) return { issued: false }
    const now = clock.now()
    const fileGuid = randomUUID()
    const good: DigitalGoodRecord = {
      fileGuid,
      name,
      url: `https://downloads.example/${fileGuid}`,
      downloadedNbrTime: 0,
      maxNbrDownload,
      daysUntilExpire,
      creationDate: now.toISOString(),
    }
    await store.collection<DigitalGoodRecord[]>('digital-goods').update(key, (goods = []) => [...goods, good])
    return { issued: true, good: atMoment(good, now) }
  },
}

export const actions = { download, 'issue-download': issueDownload }
