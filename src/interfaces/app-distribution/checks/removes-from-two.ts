import type { operations } from '../../../../generated/app-distribution/types.ts'
import type { Check } from '../../../check/check.ts'
import { removalIsRefused } from './breaking.ts'
import { expectRemoved, removeOneOf } from './removal.ts'

/** An app by the name of its resource, the removal that shows it, and its name in the mock. */
interface RemovalFrom {
  resource: string
  what: string
  owned: string
}

/** Removes a member from each of two apps with the same token. */
export function removesFromTwo(...apps: readonly [RemovalFrom, RemovalFrom]): Check<operations> {
  const membersOf = (resource: string) => (resource === 'app' ? 'members' : `members of the ${resource}`)
  return {
    needs: { resources: apps.flatMap(({ resource }) => [resource, membersOf(resource)]), changes: 'lasting' },
    async run(t) {
      for (const { resource, what } of apps) {
        const { reply } = await removeOneOf(t, { app: t.resource(resource), emails: t.resource(membersOf(resource)) })
        expectRemoved(t, reply, what)
      }
    },
    sabotage: apps.map(({ owned }) => removalIsRefused('full', owned)),
  }
}
