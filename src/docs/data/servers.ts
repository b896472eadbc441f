import { below, type DocumentNode, isObject, nodeAt } from '../../contract/json-pointer.ts'
import type { Operation } from '../../contract/operation.ts'
import type { System } from './system.ts'

export interface ApiServer {
  /** As the document has it: `https://{region}.shop.example/v1`. */
  template: string
  /** With the default values of its variables. */
  url: string
  /** Markdown. */
  description: string
  variables: { name: string; value: string; choices: string[]; description: string }[]
}

/** The servers of an operation, or those of the whole document. */
export function serversOf({ contract }: System, operation?: Operation): ApiServer[] {
  const document = contract?.document ?? {}
  const item = operation && nodeAt(document, below('/paths', operation.path))
  const servers = operation?.node.servers ?? item?.servers ?? document.servers
  return (Array.isArray(servers) ? servers : []).filter(isObject).map(serverOf)
}

function serverOf(server: DocumentNode): ApiServer {
  const variables = Object.entries(isObject(server.variables) ? server.variables : {}).map(([name, one]) => {
    const { default: value, enum: choices, description } = Object(one) as Record<string, unknown>
    return {
      name,
      value: String(value ?? name),
      choices: Array.isArray(choices) ? choices.map(String) : [],
      description: typeof description === 'string' ? description : '',
    }
  })
  const template = String(server.url ?? '')
  const url = template.replaceAll(
    /\{([^{}]+)\}/g,
    (text, name: string) => variables.find((one) => one.name === name)?.value ?? text,
  )
  const description = [server.name, server.description].filter((text) => typeof text === 'string').join(': ')
  return { template, url, description, variables }
}

/** The base URL of an operation: its first server that has its own address; undefined where the document names none. */
export function baseUrlOf(system: System, operation?: Operation): string | undefined {
  if (!system.published) return undefined
  const [found] = absoluteServers(serversOf(system, operation))
  return found && withScheme(found.url)
}

/** Those that have their own address. */
export function absoluteServers(servers: readonly ApiServer[]): ApiServer[] {
  return servers.filter(({ url }) => /^(https?:)?\/\//i.test(url))
}

function withScheme(url: string): string {
  return (url.startsWith('//') ? `https:${url}` : url).replace(/[?#].*$/, '').replace(/\/+$/, '')
}
