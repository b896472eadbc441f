import { createClusterAgentClient, joinCluster, listMembers, monitor } from './client.ts'

const agent = createClusterAgentClient({ baseUrl: 'agent.example', credentials: { ClusterToken: null } })

/** Calls that must not compile; they are never made. */
export async function refusedByTheCompiler() {
  monitor(agent, {
    // @ts-expect-error no log has this level
    log_level: 'fatal',
  })
  // @ts-expect-error a join needs addresses
  await joinCluster(agent)
  const { error } = await listMembers(agent)
  if (error?.status === 403) {
    // @ts-expect-error the body of a refusal is text
    console.log(error.body?.message)
  }
}
