const slotCount = 16_384

/** Which nodes of a cluster have which hash slots. */
export interface ClusterSlots {
  /** Address of the primary of each slot. */
  primaries: (string | undefined)[]
  /** Addresses of all nodes, replicas included. */
  addresses: Set<string>
}

/**
 * @param reply of `CLUSTER SLOTS`: ranges of slots, each with its primary and then its replicas
 * @param replier address of the node that has replied
 */
export function readSlots(reply: unknown, replier: string): ClusterSlots {
  const primaries = new Array<string | undefined>(slotCount)
  const addresses = new Set<string>()
  for (const [first, last, ...nodes] of reply as [number, number, ...[host: string | null, port: number][]][]) {
    // A node that does not know its own host leaves it out.
    const [primary, ...replicas] = nodes.map(([host, port]) => (host ? `${host}:${port}` : replier))
    for (const address of [primary, ...replicas]) if (address !== undefined) addresses.add(address)
    primaries.fill(primary, first, last + 1)
  }
  return { primaries, addresses }
}

/** The slot of a key: CRC-16/XMODEM of the part in braces, as the specification of the cluster says. */
export function slotOf(key: string): number {
  const start = key.indexOf('{')
  const end = key.indexOf('}', start + 1)
  const tag = start === -1 || end <= start + 1 ? key : key.slice(start + 1, end)
  let crc = 0
  for (const byte of Buffer.from(tag)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc % slotCount
}
