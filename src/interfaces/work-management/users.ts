import type { operations } from '../../../generated/work-management/types.ts'
import type { Behaviours } from '../../behaviour/behaviour.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import { givenFields } from './payload.ts'
import { type Fields, merge, records, resource } from './state.ts'

export const userBehaviours: Behaviours<Pick<operations, 'getUser' | 'updateUsers'>> = {
  // `A,B` is one unknown id here: only the update takes several ids.
  async getUser({ path: { userId } }, { store }) {
    const user = await records(store).users.get(userId)
    return user ? { status: 200, body: answer([[userId, user]]) } : noSuchUser(userId)
  },

  /**
   * Sets the same payload for all users, and answers them in the order of the path; a repeated id counts once (gap WRK-G07). One unknown id
   * leaves every user unchanged, because a refusal stores nothing.
   */
  async updateUsers({ path: { userId: ids }, body }, { store }) {
    const given = givenFields(body)
    if (given instanceof Refusal) return given
    const { users } = records(store)
    const updated: [id: string, Fields][] = []
    for (const id of new Set(ids)) {
      const user = await users.update(id, (current) => current && merge(current, given))
      if (!user) return noSuchUser(id)
      updated.push([id, user])
    }
    return { status: 200, body: answer(updated) }
  },
}

function answer(users: [id: string, Fields][]) {
  return { kind: 'users', data: users.map(([id, user]) => resource(id, user)) }
}

function noSuchUser(id: string): Refusal {
  return new Refusal('not-found', id === '' ? 'An id in the path is empty.' : `There is no user ${id}.`)
}
