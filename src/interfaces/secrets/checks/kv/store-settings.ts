import type { AttemptInput, Reply } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import {
  answersWith,
  ignoresQuery,
  on,
  remembersFirstAnswer,
  type Sabotage,
  seesBody,
} from '../../../../check/sabotage.ts'
import { type Checks, type Context, type Operation, version2 } from '../context.ts'
import { expectSuccess, holds } from '../expectations.ts'
import { addVersion, makeKey, scratchDirectory, uniquePairs } from '../scratch.ts'
import { assumeKeyRecord, assumeStoreMaximum, assumeUnknownSettings } from './key-records.ts'

interface Settings {
  read: Operation
  writes: readonly Operation[]
  input: AttemptInput
}

const maxVersionsIn = ({ body }: Reply) => (body as { data?: { max_versions?: unknown } }).data?.max_versions

/** Written settings are read back. Everything except the existence of the address is assumed. */
async function assumeKept(t: Context, { read, writes, input }: Settings): Promise<void> {
  for (const [index, write] of writes.entries()) {
    const max_versions = 20 + index
    const written = await t.attempt(write, { ...input, body: { max_versions } })
    const reply = await t.attempt(read, input)
    t.assume('SEC-G05', () => {
      expectSuccess(written, write)
      expect(reply.status, `status of ${read}`).toBe(200)
    })
    t.assume('SEC-G01', () =>
      expect(maxVersionsIn(reply), `data.max_versions of ${read} after ${write}`).toBe(max_versions),
    )
    await t.attempt(write, { ...input, body: {} })
    const kept = await t.attempt(read, input)
    t.assume('SEC-G01', () =>
      expect(maxVersionsIn(kept), `data.max_versions of ${read} after a ${write} that names none`).toBe(max_versions),
    )
  }
}

/** Keeps the first versions of a key, and drops the later ones. */
function keepsFirst(count: number): Sabotage {
  const written = new Map<string, number>()
  return (request, forward) => {
    const key = `${request.headers['x-mock-session']} ${request.path}`
    const before = written.get(key) ?? 0
    written.set(key, before + 1)
    return before < count ? forward(request) : answersWith(204)(request, forward)
  }
}

export const storeSettings: Checks = {
  'SEC-034': {
    needs: version2,
    onlyAssumed: 'SEC-G05',
    async run(t) {
      const input = { path: { mount: t.resource('version 2 mount') } }
      const before = maxVersionsIn(await t.attempt('readStoreSettings', input))
      t.afterwards(() => t.attempt('writeStoreSettings', { ...input, body: { max_versions: before } }))
      await assumeKept(t, {
        read: 'readStoreSettings',
        writes: ['writeStoreSettings', 'writeStoreSettingsByPut'],
        input,
      })
      await t.attempt('writeStoreSettings', { ...input, body: { max_versions: 2 } })
      await assumeStoreMaximum(t, 2)
    },
    sabotage: [
      on('writeStoreSettings', answersWith(405)),
      on('writeStoreSettingsByPut', answersWith(204)),
      on('readStoreSettings', remembersFirstAnswer()),
      on('readStoreSettings', answersWith(404)),
    ],
  },
  'SEC-040': {
    needs: version2,
    onlyAssumed: 'SEC-G05',
    async run(t) {
      const [path, other] = [scratchDirectory(), scratchDirectory()]
      await makeKey(t, path)
      await makeKey(t, other)
      const [input, ofOther] = [path, other].map((name) => ({
        path: { mount: t.resource('version 2 mount'), path: name },
      }))
      const before = maxVersionsIn(await t.attempt('readKeySettings', ofOther))
      await assumeKept(t, {
        read: 'readKeySettings',
        writes: ['writeKeySettings', 'writeKeySettingsByPut'],
        input: input ?? {},
      })
      const after = maxVersionsIn(await t.attempt('readKeySettings', ofOther))
      t.assume('SEC-G01', () => expect(after, 'max_versions of another key').toBe(before))
      await assumeKeyRecord(t)
      await assumeUnknownSettings(t)
    },
    sabotage: [
      on('writeKeySettings', answersWith(405)),
      on('writeKeySettingsByPut', answersWith(204)),
      on('readKeySettings', answersWith(404)),
      on('readKeySettings', remembersFirstAnswer()),
    ],
  },
  'SEC-042': {
    needs: version2,
    async run(t) {
      for (const [max_versions, operation] of [
        [2, 'writeKeySettings'],
        [3, 'writeKeySettingsByPut'],
      ] as const) {
        const path = { mount: t.resource('version 2 mount'), path: scratchDirectory() }
        const set = await t.attempt(operation, { path, body: { max_versions } })
        t.assume('SEC-G05', () => expectSuccess(set, operation))
        if (set.status >= 300) continue
        const versions = Array.from({ length: 5 }, uniquePairs)
        for (const pairs of versions) await addVersion(t, path.path, pairs)
        const shown: number[] = []
        for (const [index, pairs] of versions.entries()) {
          const { body } = await t.call('readVersion', { path, query: { version: index + 1 } })
          if (holds(body, pairs)) shown.push(index + 1)
        }
        const kept = [1, 2, 3, 4, 5].slice(-max_versions)
        const latest = await t.call('readVersion', { path })
        expect(holds(latest.body, versions[4] ?? {}), 'whether the latest version is kept').toBe(true)
        t.assume('SEC-G17', () =>
          expect(shown, `numbers of the versions kept, of five, when ${max_versions} are`).toEqual(kept),
        )
      }
    },
    sabotage: [
      on('writeKeySettings', seesBody, () => ({})),
      on('writeKeySettingsByPut', seesBody, () => ({ max_versions: 2 })),
      on('writeVersion', keepsFirst(2)),
      on('readVersion', ignoresQuery('version')),
    ],
  },
}
