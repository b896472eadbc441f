import type { SeededCredential } from '../../behaviour/definition.ts'
import type { StateDiagram } from '../../behaviour/state-diagram.ts'
import type { InterfaceChecks } from '../../check/check.ts'
import type { Contract, Rule } from '../../contract/contract.ts'
import type { LeftOut } from '../../contract/published/normalize.ts'
import type { AnswersFile } from '../../verify/learn/read-answers.ts'
import type { Brand } from '../page.ts'

export interface Gap {
  id: string
  statement: string
  source: Rule['source']
  handling: string
}

export interface Catalogue {
  prefix: string
  rules: readonly (Rule & { why?: string })[]
  gaps: readonly Gap[]
}

/** What a reader comes for. */
export interface Task {
  /** In the words of the reader: `Capture a payment`. */
  title: string
  /** In the order in which they are made. */
  calls: readonly TaskCall[]
}

/** The documented call of an operation, with other values where they are named. */
export interface TaskCall {
  /** Its `operationId`. */
  operation: string
  path?: Readonly<Record<string, unknown>>
  query?: Readonly<Record<string, unknown>>
  /** The whole body. */
  body?: unknown
}

/** One of the systems, with everything that pages show of it. */
export interface System {
  /** First part of the paths of its pages. */
  name: string
  title: string
  /** One line, Markdown. */
  summary: string
  /** A notice that no reader may miss, such as a retirement. Markdown. */
  notice?: string | undefined
  /** Absent if the system has no endpoint. */
  contract: Contract | undefined
  catalogue: Catalogue
  tasks: readonly Task[]
  /** Path under which the mock serves it: `/orders/api`; empty if it serves nothing. */
  base: string
  /** First segment of its paths on the mock; empty if it serves nothing. */
  prefix: string
  /** The data of its upgrade, if it has one. */
  upgrade?: Readonly<Record<string, unknown>> | undefined
  /** Site path of its guide, if there is one. */
  guide?: string | undefined
  /** Site path of the guide to its client. */
  clientGuide?: string | undefined
  /** Absent if it has no state machine. */
  diagram?: StateDiagram | undefined
  checks: InterfaceChecks<Record<string, unknown>> | undefined
  /** Credentials of the mock's seed. */
  credentials: readonly SeededCredential[]
  /** Set for a document that is used as it is published. */
  published?: PublishedSystem | undefined
}

/** What pages show of a published document beside its contract. */
export interface PublishedSystem {
  /** The file of the document, for readers to load; undefined if it consists of several files. */
  file: string | undefined
  leftOut: readonly LeftOut[]
  /** True if `rulebound generate` writes its types. */
  isInWorkspace: boolean
}

/** A Markdown file of the repository that is a page. */
export interface Guide {
  /** `docs/guides/orders.md` */
  file: string
  /** `guides/orders/` */
  path: string
  title: string
  text: string
}

/** The data of all pages. */
export interface SiteData {
  systems: readonly System[]
  guides: readonly Guide[]
  changelog: string
  /** What servers do where the documents are silent. */
  seen: readonly AnswersFile[]
  /** Titles of the documents that rules cite, by name. */
  sources: ReadonlyMap<string, string | undefined>
  brand: Brand
  /** Changes with the texts and the code of the site: a part of the address of each asset. */
  version: string
}

export function descriptionOf(node: unknown): string {
  const { description } = (node ?? {}) as { description?: unknown }
  return typeof description === 'string' ? description : ''
}
