import { expect, it } from 'vitest'
import { loadRuntime } from '../../contract/registry.ts'
import { examplesOf } from '../../mock/examples.ts'
import { createClock } from '../../mock/session/clock.ts'
import { MemoryStorage } from '../../mock/storage/memory-storage.ts'
import { openStore } from '../../mock/storage/unit-of-work.ts'
import { actions } from './actions.ts'
import { conditions } from './conditions.ts'
import { seed } from './seed.ts'
import { readCluster } from './state.ts'

it('loses no change of many at the same time', async () => {
  const store = openStore(new MemoryStorage(), 'session', 'kv-cluster')
  await seed(store, examplesOf(loadRuntime('kv-cluster')))
  const context = {
    store,
    immediate: store,
    clock: createClock(),
    conditions: { unhealthy: conditions.unhealthy.initial },
    signal: new AbortController().signal,
    because: () => undefined,
    assume: () => undefined,
  }
  const answers = await Promise.all(
    ['m1', 'm2', 'm3', 'm1', 'm2', 'm3'].map((member) => actions.stop.run({ member } as never, context)),
  )
  expect((await readCluster(store)).members.map(({ running }) => running)).toEqual([false, false, false])
  expect(answers.map((answer) => Object.hasOwn(Object(answer), 'refused'))).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
  ])
})
