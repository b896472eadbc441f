import type { operations } from '../../../generated/mock-control/types.ts'
import type { Behaviours } from '../../behaviour/behaviour.ts'
import { initialConditions } from '../session/session.ts'
import type { Plane } from './plane.ts'
import { describeServed } from './served.ts'

export function interfaceBehaviours({ sessions, served }: Plane): Behaviours<operations> {
  return {
    async listInterfaces({ header }) {
      const session = sessions.get(header['X-Mock-Session'] ?? 'default')
      const interfaces = [...served.values()].map(async (one) =>
        describeServed(
          one,
          session
            ? await session.state(one.mounted).conditions(session.begin())
            : initialConditions(one.engine.definition),
        ),
      )
      return { status: 200, body: { interfaces: await Promise.all(interfaces) } }
    },
  }
}
