import type { StateDiagram, Transition } from '../../behaviour/state-diagram.ts'
import { orderStatuses, paymentStatuses } from './record-kinds.ts'
import { capture } from './state.ts'

const groups = { status: 'Status of the order', paymentStatus: 'Status of its payment' }

/** The two statuses of an order, and the documented transition. */
export const diagram: StateDiagram = {
  title: 'An order and its payment',
  about:
    'One update to both statuses is documented, the capture. Any other move is neither shown nor refused (ORD-G03): the mock allows all of them.',
  states: [
    ...orderStatuses.map((name) => ({ id: `status ${name}`, name, group: groups.status })),
    ...paymentStatuses.map((name) => ({ id: `paymentStatus ${name}`, name, group: groups.paymentStatus })),
  ],
  transitions: (['status', 'paymentStatus'] as const).map(
    (name): Transition => ({
      from: `${name} ${capture.before[name]}`,
      to: `${name} ${capture.after[name]}`,
      event: 'capture',
      rules: ['ORD-060'],
    }),
  ),
}
