import { table, whole } from '../report.ts'

/** Share of a core that can be used before requests begin to queue. */
const usable = 0.7
/** Seconds between two requests of a live session, as tests send them. */
const pause = 1
/** GB of records that one engine node of 16 GB holds, with room for copies and fragmentation. */
const gigabytesOfNode = 10

/**
 * Calculates the capacity of replicas and engine nodes from the processor seconds of a request and the bytes of a session. A replica and an
 * engine node have one core each. Network, disk and load balancer are not included.
 */
export function growthTable(perRequest: { replica: number; engine: number }, bytesOfSession: number): string {
  const rows = [1, 3, 12].flatMap((nodes) =>
    [1, 4, 16, 64].map((replicas) => {
      const ofReplicas = (replicas * usable) / perRequest.replica
      const ofEngine = (nodes * usable) / perRequest.engine
      const requests = Math.min(ofReplicas, ofEngine)
      const held = (nodes * gigabytesOfNode * 1e9) / bytesOfSession
      const sessions = Math.min(held, requests * pause)
      const first = ofReplicas < ofEngine ? 'replicas' : 'engine'
      return [
        whole(replicas),
        whole(nodes),
        whole(requests),
        whole(sessions),
        whole(held),
        first,
        (((replicas + nodes) * 1e6) / requests).toFixed(0),
      ]
    }),
  )
  return table(
    [
      'Replicas',
      'Engine nodes',
      'Requests a second',
      'Sessions, one request a second each',
      'Sessions that fit',
      'Saturates first',
      'Cores for 1M requests a second',
    ],
    rows,
  )
}
