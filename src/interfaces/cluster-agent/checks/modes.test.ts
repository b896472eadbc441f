import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { listenOnLoopback } from '../../../listen-on-loopback.fixture.ts'
import { openTarget } from '../../../verify/runner/check-target.ts'
import { planChecks } from '../../../verify/runner/plan.ts'
import { runCheck } from '../../../verify/runner/run-check.ts'

/** An agent that refuses the operations of the other role, or serves them anyway. */
async function agent(statusOf: (path: string) => number) {
  const server = createServer(({ url = '' }, response) => {
    response.writeHead(statusOf(url), { 'content-type': 'application/json' }).end('{}')
  })
  const close = () => void server.close().closeAllConnections()
  return { base: `http://127.0.0.1:${await listenOnLoopback(server)}`, close }
}

it.each([
  ['passed', 501],
  ['differs', 200],
])('on two agents of one role each, the check has %s where the client answers %i', async (result, status) => {
  const { checkTarget, close } = await openTarget('cluster-agent')
  const [server, client] = [
    await agent(() => 200),
    await agent((path) => (path === '/v1/agent/members' ? status : 200)),
  ]
  const { control: _, ...target } = checkTarget.target
  const resources = new Map([
    ...target.resources,
    ['agent that is a server alone', server.base],
    ['agent that is a client alone', `${client.base}/`],
  ])
  const planned = planChecks(checkTarget).find(({ rule }) => rule.id === 'AGT-055')
  if (!planned || 'unobservable' in planned.check) throw new Error('AGT-055 has no check')
  const outcome = await runCheck({ ...checkTarget, target: { ...target, resources } }, planned.check)
  for (const { close } of [server, client]) close()
  await close()
  expect(outcome.result).toBe(result)
})
