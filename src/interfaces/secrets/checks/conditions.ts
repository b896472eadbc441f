import type { CheckControl } from '../../../check/check.ts'
import type { Context } from './context.ts'

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
