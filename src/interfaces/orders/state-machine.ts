import type { StateDiagram, Transition } from '../state-diagram.ts'
import { orderStatuses, paymentStatuses } from './records.ts'
import { isCapture, type Standing } from './state.ts'

const groups = { status: 'Status of the order', paymentStatus: 'Status of its payment' }

/** The two statuses of an order, and the one documented move, found among all that there could be. */
export const diagram: StateDiagram = {
  title: 'An order and its payment',
  about:
    'One update to both statuses is documented, the capture. Any other move is neither shown nor refused (ORD-G03): the mock allows all of them.',
  states: [
    ...orderStatuses.map((name) => ({ id: `status ${name}`, name, group: groups.status })),
    ...paymentStatuses.map((name) => ({ id: `paymentStatus ${name}`, name, group: groups.paymentStatus })),
  ],
  transitions: captures().flatMap(([before, after]): Transition[] => [
    { from: `status ${before.status}`, to: `status ${after.status}`, event: 'capture', rules: ['ORD-060'] },
    {
      from: `paymentStatus ${before.paymentStatus}`,
      to: `paymentStatus ${after.paymentStatus}`,
      event: 'capture',
      rules: ['ORD-060'],
    },
  ]),
}

function captures(): [before: Standing, after: Standing][] {
  const all = orderStatuses.flatMap((status) => paymentStatuses.map((paymentStatus) => ({ status, paymentStatus })))
  return all.flatMap((before) =>
    all.filter((after) => isCapture(before, after)).map((after): [Standing, Standing] => [before, after]),
  )
}
