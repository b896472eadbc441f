import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningMock, startMock } from '../../mock/start-mock.ts'
import { bundled } from '../../workspace/bundled.ts'
import { idOfTask } from '../pages/tasks.ts'
import { composeCall, sentParameter, tokenMark } from '../samples/call.ts'
import { targetOf, valuesIn } from '../samples/target.ts'
import { createSearch } from '../search/find.ts'
import { createSearchData } from '../search/records.ts'
import { bodyText } from './operations.ts'
import { loadSiteData } from './site-data.ts'

const site = await loadSiteData({ workspace: bundled })
const tasks = site.systems.flatMap((system) => system.tasks.map((task) => ({ ...task, name: system.name, system })))

let mock: RunningMock
beforeAll(async () => {
  mock = await startMock()
})
afterAll(() => mock.close())

it('every system with operations has two to ten tasks', () => {
  const counts = site.systems.filter(({ contract }) => contract).map(({ tasks }) => tasks.length)
  expect(counts.length).toBeGreaterThan(8)
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(2)
  expect(Math.max(...counts)).toBeLessThanOrEqual(10)
})

it('the search finds each task first by its title', () => {
  const search = createSearch(createSearchData(site))
  for (const { name, title } of tasks)
    expect(search(title)[0]?.entry).toMatchObject({ kind: 'task', title, path: `${name}/#${idOfTask(title)}` })
})

it.each(tasks)('$name: "$title" gets documented successes', async ({ system, title, calls }) => {
  // The examples of the control plane name their session.
  await fetch(`${mock.origin}/_control/sessions/checkout-test-7`, { method: 'DELETE' })
  let token = ''
  for (const { operation: id, path, query, body } of calls) {
    const operation = system.contract?.operations.get(id)
    if (!operation) return expect.fail(`specs/${system.name}/tasks.yaml names ${id}, which is no operation`)
    const call = composeCall(system, operation)
    const { mediaType = '', value } = call.body ?? {}
    const own = { ...path, ...query }
    const given = operation.parameters.flatMap((one) =>
      one.name in own ? [sentParameter(one, own[one.name])] : call.parameters.filter(({ name }) => name === one.name),
    )
    const target = targetOf(operation.path, given)
    const answer = await fetch(mock.origin + call.mount + target, {
      method: call.method,
      headers: {
        ...Object.fromEntries(call.sentHeaders.filter(([name]) => name === 'Accept')),
        'x-mock-session': title.replaceAll(' ', '-'),
        ...Object.fromEntries(
          Object.entries(valuesIn(call.parameters, 'header')).map(([name, one]) => [name, String(one)]),
        ),
        ...(call.credential && { [call.credential.header]: call.credential.value.replace(tokenMark, token) }),
        ...(call.body && { 'content-type': mediaType }),
      },
      ...(call.body && { body: bodyText(mediaType, body ?? value) }),
    })
    const text = call.parseAs === 'stream' ? void answer.body?.cancel() : await answer.text()
    expect(answer.status, `${id}: ${text}`).toBeLessThan(300)
    expect([...operation.responses.keys()], id).toContain(String(answer.status))
    token = /"access_token":"([^"]+)"/.exec(text ?? '')?.[1] ?? token
  }
})
