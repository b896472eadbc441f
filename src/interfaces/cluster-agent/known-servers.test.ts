import { expect, it } from 'vitest'
import { openMock } from '../../mock/open-mock.fixture.ts'
import { joinAddress, refuseAddresses, sameAddress } from './addresses.ts'
import { openAgent } from './agent.fixture.ts'

const mock = openMock('cluster-agent')

it('AGT-108: the given addresses replace the whole list', async () => {
  const agent = openAgent(mock.origin)
  expect(JSON.parse((await agent.get('/servers')).text)).toEqual([
    '192.0.2.11:4647',
    '192.0.2.12:4647',
    '192.0.2.13:4647',
  ])
  expect(await agent.post('/servers?address=192.0.2.12:4647&address=[2001:db8::1]:4647')).toMatchObject({
    status: 200,
    type: null,
    text: '',
  })
  expect(JSON.parse((await agent.get('/servers')).text)).toEqual(['192.0.2.12:4647', '[2001:db8::1]:4647'])
  await agent.post('/servers?address=192.0.2.14:4647')
  expect(JSON.parse((await agent.get('/servers')).text)).toEqual(['192.0.2.14:4647'])
})

it('AGT-105, AGT-106: a replacement without an address, or with one of another form, is refused and replaces nothing', async () => {
  const agent = openAgent(mock.origin)
  expect(await agent.post('/servers')).toMatchObject({ status: 400, type: 'text/plain', text: 'missing address' })
  for (const address of [
    '192.0.2.11',
    'server1:4647',
    '192.0.2.1:4647,192.0.2.2:4647',
    '192.0.2.999:4647',
    '192.0.2.1:0',
    '[::g]:1',
    '::1:4647',
    '',
  ]) {
    const answer = await agent.post(`/servers?address=192.0.2.12:4647&address=${encodeURIComponent(address)}`)
    expect(answer, address).toMatchObject({ status: 400, type: 'text/plain' })
  }
  expect(JSON.parse((await agent.get('/servers')).text)).toHaveLength(3)
})

it('AGT-108: the self report shows the list', async () => {
  const agent = openAgent(mock.origin)
  await agent.post('/servers?address=192.0.2.12:4647')
  expect(JSON.parse((await agent.get('/self')).text).stats.client.known_servers).toBe('192.0.2.12:4647')
})

it('AGT-106, AGT-112: addresses are checked by value, not only by form', () => {
  expect(refuseAddresses(['192.0.2.1:1', '[::1]:65535'], 'AGT-106')).toBeUndefined()
  for (const address of ['192.0.2.256:1', '192.0.2.1:65536', '[1::2::3]:1']) {
    expect(refuseAddresses(['192.0.2.1:1', address], 'AGT-106')?.detail).toBe(
      `invalid address "${address}": not of the form ip:port`,
    )
  }
})

it('AGT-G17: an IPv6 address stands in brackets, and has many spellings', () => {
  expect(joinAddress('2001:db8::1', 4648)).toBe('[2001:db8::1]:4648')
  expect(sameAddress('[2001:db8::1]:4648', '[2001:0DB8:0:0:0:0:0:1]:4648')).toBe(true)
  expect(sameAddress('192.0.2.1:4648', '192.0.2.1:4647')).toBe(false)
  expect(sameAddress('x', 'x')).toBe(false)
})
