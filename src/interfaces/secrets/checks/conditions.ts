import type { CheckControl } from '../../../check/check.ts'
import type { Context } from './context.ts'

/** Base URL of the node that the target names. */
export function baseOf(t: Context, node: string): string {
  const base = t.resource(node).replace(/\/$/, '')
  return URL.canParse(base) ? base : t.inconclusive(`the resource '${node}' is not a base URL: ${base}`)
}

/** Sets conditions of the server during an action, and restores the initial values. */
export async function during(t: Context, conditions: object, back: object, action: () => Promise<void>): Promise<void> {
  const { control }: { control: CheckControl } = t
  await control.setConditions(conditions)
  try {
    await action()
  } finally {
    await control.setConditions(back)
  }
}
