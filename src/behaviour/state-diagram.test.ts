import { expect, it } from 'vitest'
import { loadDiagram } from '../interfaces/load.ts'
import { bundled } from '../workspace/bundled.ts'
import { explore } from './state-diagram.ts'

const lamp = explore<boolean>({
  initial: false,
  nameOf: (lit) => (lit ? 'lit' : 'dark'),
  events: [
    { event: 'switch', rules: ['LMP-001'], apply: (lit) => !lit },
    { event: 'look', rules: [], apply: (lit) => lit },
    { event: 'burn out', rules: [], apply: (lit) => (lit ? false : undefined) },
  ],
})

it('explore finds the states that the events lead to, the first one marked', () => {
  expect(lamp.states).toEqual([
    { id: 'dark', name: 'dark', initial: true },
    { id: 'lit', name: 'lit', initial: false },
  ])
})

it('explore leaves out what changes nothing, and what cannot happen', () => {
  expect(lamp.transitions.map(({ from, event, to }) => `${from} ${event} ${to}`)).toEqual([
    'dark switch lit',
    'lit switch dark',
    'lit burn out dark',
  ])
})

const lines = async (name: string) =>
  ((await loadDiagram(bundled.find(name)))?.transitions ?? []).map(({ from, event, to }) =>
    `${from} | ${event} | ${to}`.replaceAll('\n', ', '),
  )

it('the documented machines have only the capture of all moves of an order and its payment', async () => {
  expect(await lines('orders')).toEqual([
    'status Pending | capture | status Processed',
    'paymentStatus Authorized | capture | paymentStatus Paid',
  ])
})

it('KVC-025: the documented machines: a cluster becomes 3.6 with its last member, and then no member is put back', async () => {
  const all = await lines('kv-cluster')
  expect(all).toContain(
    'cluster version 3.5, 2 of 3 members run 3.6 (mixed) | a member is replaced by 3.6 | cluster version 3.6, 3 of 3 members run 3.6 (new)',
  )
  const after = all.filter((line) => line.startsWith('cluster version 3.6'))
  expect(after).toEqual([expect.stringContaining('the snapshot is restored | cluster version 3.5, 0 of 3')])
})

it('the documented machines: a failed member leaves, is pruned, and comes back when it runs', async () => {
  expect(await lines('cluster-agent')).toEqual(
    expect.arrayContaining([
      'failed, process does not run | force-leave | left, process does not run',
      'left, process does not run | force-leave with prune | not listed, process does not run',
      'not listed, process runs | 30 s pass | alive, process runs',
    ]),
  )
})

it('the documented machines: a token expires ten minutes after its issue', async () => {
  expect(await lines('oauth-token')).toEqual([
    'none | request a token | valid, in sandbox alone',
    'valid, in sandbox alone | 600 s after its issue | expired',
    'expired | request a token | valid, in sandbox alone',
  ])
})
