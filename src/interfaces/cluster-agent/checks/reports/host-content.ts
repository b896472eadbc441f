import type { components } from '../../../../../generated/cluster-agent/types.ts'
import { expect } from '../../../../check/expect.ts'
import type { Context } from '../context.ts'
import type { Member } from '../members.ts'

type Entry = components['schemas']['HostData']['Network'][number]

const toNumber = (address = '') => address.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0)

/** The notations of one IPv4 address agree (gap AGT-G43). */
function expectAgreement({ Network }: components['schemas']['HostData'], name: string): void {
  for (const entry of Network.filter(({ type }) => type === 'IPv4')) {
    const value = toNumber(entry.address)
    const size = 2 ** (32 - Number(entry.mask_bits))
    expect(read(entry), `${entry.address} of ${name} in its notations`).toEqual({
      values: Array(4).fill(value),
      network: value - (value % size),
      usable: [value - (value % size) + 1, value - (value % size) + size - 2],
      broadcast: value - (value % size) + size - 1,
      size: [size, size],
      texts: [entry.address, `${entry.address}/${entry.mask_bits}`],
    })
  }
}

/** The numbers in the notations of an entry. */
function read(entry: Entry) {
  expect(entry.binary, 'binary').toMatch(/^[01]{32}$/)
  expect(entry.hex, 'hex').toMatch(/^[\da-f]{8}$/)
  return {
    values: [
      Number.parseInt(entry.binary ?? '', 2),
      Number.parseInt(entry.hex ?? '', 16),
      Number(entry.uint32),
      toNumber(entry.octets?.replaceAll(' ', '.')),
    ],
    network: toNumber(entry.network),
    usable: [toNumber(entry.first_usable), toNumber(entry.last_usable)],
    broadcast: toNumber(entry.broadcast),
    size: [Number(entry.size), 2 ** 32 - toNumber(entry.netmask)],
    texts: [entry.host, entry.string],
  }
}

const addresses = { IPv4: '192.0.2.77', IPv6: '2001:db8::5' }

/** Servers outside the pool, which the control plane has added, can be joined at their addresses and report them. */
export async function assumeNewcomers(t: Context): Promise<void> {
  const { Members } = (await t.call('listMembers')).body
  for (const [type, Addr] of Object.entries(addresses)) {
    const Name = `newcomer-${type}.global`
    const member: Member = { ...(Members[0] as Member), Name, Addr }
    await t.control.putRecord('members', Name, { member, running: true, listed: false })
    const bracketed = type === 'IPv6' ? '[2001:DB8:0:0:0:0:0:5]' : Addr
    for (const [port, joined] of [
      [member.Port + 1, 0],
      [member.Port, 1],
    ]) {
      const { body } = await t.call('joinCluster', { query: { address: [`${bracketed}:${port}`] } })
      t.assume('AGT-G17', () => expect(body.num_joined, `num_joined of a join of ${bracketed}:${port}`).toBe(joined))
    }
    const { AgentID, HostData } = (await t.call('getHost', { query: { server_id: Name } })).body
    const own = HostData.Network.filter(({ address }) => address === Addr)
    t.assume('AGT-G43', () => {
      expect(AgentID, 'AgentID of a newcomer').toBe(Name)
      expect(own, `network entries of ${Name} with its address`).toEqual([
        expect.objectContaining({
          host: Addr,
          string: `${Addr}/${own[0]?.mask_bits}`,
          type,
          DialStream: `"tcp${type.at(-1)}" ""`,
        }),
      ])
      expect(
        HostData.Network.some(({ address }) => address === '127.0.0.1'),
        'whether it reaches itself',
      ).toBe(true)
      expect(HostData.Hosts, `Hosts of ${Name}`).toContain(`${Addr} newcomer-${type}\n`)
      expectAgreement(HostData, Name)
      expect([HostData.Disk, HostData.Environment], 'disks and environment of a newcomer').not.toContainEqual({})
    })
  }
  for (const port of [0, 1, 65_535, 65_536]) {
    const { status } = await t.attempt('joinCluster', { query: { address: [`127.0.0.1:${port}`] } })
    const isPort = port > 0 && port < 65_536
    t.assume('AGT-G17', () => expect(status, `status of a join at port ${port}`).toBe(isPort ? 200 : 400))
  }
}
