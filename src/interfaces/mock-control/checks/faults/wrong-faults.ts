import { on, type Sabotage } from '../../../../check/sabotage.ts'
import type { Wanted } from './fault-calls.ts'

type Changed = { [Name in keyof Wanted]?: Wanted[Name] | undefined }

/** The mock makes another fault than was asked for, and says nothing of it. */
export function makes(change: (fault: Wanted) => Changed): Sabotage {
  return on('createFault', async (request, forward) => {
    const asked = JSON.parse(String(request.body)) as Wanted
    const answer = await forward({ ...request, body: Buffer.from(JSON.stringify(change(asked))) })
    return answer.status === 201 ? { ...answer, body: { ...(answer.body as object), ...asked } } : answer
  })
}
