import type { components, operations } from '../../../generated/mock-control/types.ts'
import type { Behaviours } from '../../behaviour/behaviour.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import type { Session } from '../session/session.ts'
import { inSession, type Plane } from './plane.ts'

export function sessionBehaviours(plane: Plane): Behaviours<operations> {
  const { sessions } = plane
  return {
    async listSessions() {
      return { status: 200, body: { sessions: await Promise.all(sessions.list().map(describe)) } }
    },

    async getSession({ path }) {
      const session = sessions.get(path.session)
      return session ? { status: 200, body: await describe(session) } : noSuchSession(path.session)
    },

    async deleteSession({ path }) {
      if (!sessions.get(path.session)) return noSuchSession(path.session)
      await sessions.delete(path.session)
      return { status: 204 }
    },

    resetSession: ({ path }) =>
      inSession(plane, path.session, async (session) => {
        await session.reset()
        return { status: 204 }
      }),
  }

  async function describe(session: Session): Promise<components['schemas']['Session']> {
    return {
      name: session.name,
      now: session.clock.now().toISOString(),
      interfaces: await session.interfaces(),
      requestsUnderWay: session.requestsUnderWay,
      idleSeconds: session.requestsUnderWay > 0 ? 0 : sessions.idleTime(session) / 1000,
    }
  }
}

function noSuchSession(name: string): Refusal {
  return new Refusal('not-found', `There is no session '${name}'.`, { rules: ['CTL-008'] })
}
