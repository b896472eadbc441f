/**
 * The health of the whole cluster, as the operator tells it or a command of the operator does. The tool never concludes it from what
 * members answer: the documents show a command for health, and no request (gap KVC-G05).
 */
export interface Health {
  /** `unknown` where a command was run and could not tell; `awaited` while it runs. */
  state: 'healthy' | 'unhealthy' | 'unknown' | 'awaited'
  /** What the state comes from, for the operator: `the health command ended with status 1`. */
  seen: string
}
