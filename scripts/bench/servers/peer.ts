import type { Scenario } from '../documents/scenarios.ts'

/** A server that can take part in the comparison. */
export interface Peer {
  /** As `--peers` takes it. */
  name: string
  title: string
  /** Starts it for a scenario; scenarios with the same command share one process. */
  command: (scenario: Scenario) => readonly string[]
  /** How it takes the port: as the last argument, after these. */
  portFlags: readonly string[]
  /** Answers without looking at the document. */
  constant?: boolean
  /** Path in front of the document's own paths. */
  base: (scenario: Scenario) => string
  /** Whether it can answer the scenario; all when absent. */
  serves?: (scenario: Scenario) => boolean
  /** What is to be had of the npm registry first, at this version; it is no dependency of the repository. */
  installs?: { name: string; version: string }
  /** Takes part only when it is named. */
  onDemand?: boolean
}

export const noBase = (): string => ''
