import { createClusterAgentClient } from './client.ts'

const agent = createClusterAgentClient({ baseUrl: 'agent.example' })

/** Calls that must not compile; they are never made. */
export async function refusedByTheCompiler() {
  // @ts-expect-error the log never ends: it is streamed
  await agent.GET('/v1/agent/monitor')
  agent.monitor({
    // @ts-expect-error no log has this level
    log_level: 'fatal',
  })
  // @ts-expect-error a join needs addresses
  await agent.POST('/v1/agent/join')
  const { error } = await agent.GET('/v1/agent/members')
  if (error?.status === 403) {
    // @ts-expect-error the body of a refusal is text
    console.log(error.body?.message)
  }
}
