import type { Lane } from './lane.ts'

/** What is asked, and who hears of the answers. */
export interface Questions {
  /** The next request; undefined when no more are to be sent. */
  next(): string | undefined
  /** @param since when the time of this answer began to count, as `performance.now()` tells it */
  answered(status: number, since: number): void
}

/** Asks for all that the server has: on each lane the next request as soon as the last is answered. */
export function askInTurn(lanes: readonly Lane[], { next, answered }: Questions): void {
  for (const lane of lanes) {
    let sentAt = 0
    const send = () => {
      const request = next()
      if (request === undefined) return lane.end()
      sentAt = performance.now()
      lane.send(request)
    }
    lane.onAnswer = (status) => {
      answered(status, sentAt)
      send()
    }
    send()
  }
}

/**
 * Asks so often a second, whether the server keeps up or not: a request that finds no lane free waits for one, and its time
 * counts from when it was due. So a pause of the server is felt by all whom it would have kept waiting.
 */
export function askAtRate(lanes: readonly Lane[], { next, answered }: Questions, rate: number): void {
  const free = [...lanes]
  const started = performance.now()
  const due = (index: number) => started + (index * 1000) / rate
  let sent = 0
  let open = lanes.length
  let over = false
  for (const lane of lanes) lane.ended.catch(() => {}).finally(() => open--)

  const ask = (lane: Lane) => {
    const request = over ? undefined : next()
    if (request === undefined) {
      over = true
      return lane.end()
    }
    const since = due(sent++)
    lane.onAnswer = (status) => {
      answered(status, since)
      if (over || due(sent) <= performance.now()) ask(lane)
      else free.push(lane)
    }
    lane.send(request)
  }
  // Timers are too coarse: a millisecond is many requests, which would come all at once.
  const look = () => {
    while (free.length > 0 && (over || due(sent) <= performance.now())) ask(free.pop() as Lane)
    if (open > 0) setImmediate(look)
  }
  look()
}
