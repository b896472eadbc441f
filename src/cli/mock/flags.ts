export interface MockFlags {
  port: number
  host: string
  /** Folders that documents may refer to. */
  allowFiles?: string[]
  /** YAML file with corrections of the recognised collections. */
  collections?: string
  /** Prints the recognised collections, and serves nothing. */
  explainState: boolean
  portPerInterface: boolean
  /** A file, or the URL of a Valkey or Redis. */
  state?: string
  statePrefix?: string
  stateCa?: string
  stateCert?: string
  stateKey?: string
  /** Seconds. */
  wait?: number
  waitReplicas?: number
  stateSync?: 'normal' | 'full'
  /** YAML or JSON file. */
  seed?: string
  tlsCert?: string
  tlsKey?: string
  /** `with-token` leaves the control plane off when no token is given. */
  control: 'on' | 'with-token'
  controlToken?: string
  maxSessions?: number
  sessionMinutes: number
  examples: boolean
  workers: number
  explain: boolean
  /** Undefined: lines for a terminal, and none for a pipe. */
  log?: 'text' | 'json'
  quiet: boolean
  verbose: boolean
  /** True when no level is given. */
  strict?: true | 'documented'
}
