/** The options of `rulebound mock`. */
export interface MockFlags {
  port: number
  host: string
  portPerInterface: boolean
  state?: string
  controlToken?: string
  maxSessions: number
  sessionMinutes: number
  examples: boolean
  workers: number
}
