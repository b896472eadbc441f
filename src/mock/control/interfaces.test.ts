import { expect, it, onTestFinished } from 'vitest'
import { startLamps } from '../lamps.fixture.ts'

async function start() {
  const mock = await startLamps()
  onTestFinished(() => mock.close())
  const act = (action: string, body: object) =>
    mock.control('POST', `/sessions/a/interfaces/lamps/actions/${action}`, body)
  return { ...mock, act }
}

it.each([
  ['does as it says', {}, 200, 200, /^$/],
  ['refuses', { next: 'refuse' }, 403, 404, /^$/],
  ['throws', { next: 'throw' }, 500, 404, /^mock-control: runAction: Error: the lamp falls\n/],
])('stores what an action has changed only if it succeeds: it %s', async (_, input, status, found, reported) => {
  const { act, lamps, faults } = await start()
  const answer = await act('hang', input)
  expect(answer.status).toBe(status)
  expect(answer.headers.get('www-authenticate')).toBeNull()
  expect((await lamps('a', 'GET', '/lamps/hung')).status).toBe(found)
  expect(faults.join()).toMatch(reported)
})

it('says what an input breaks, formats included, and which names there are', async () => {
  const { act, control } = await start()
  expect((await act('hang', { since: 'today' })).body).toMatchObject({
    status: 400,
    detail: 'The input/since must match format "date-time".',
  })
  expect((await act('fall', {})).body.detail).toBe("'fall' is not an action of lamps; known are hang.")
  expect((await control('PATCH', '/sessions/a/interfaces/lamps/conditions', { dark: true })).body.detail).toBe(
    "'dark' is not a condition of lamps; known are none.",
  )
})
