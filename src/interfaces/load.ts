import type { ClientSample } from '../behaviour/client-sample.ts'
import type { InterfaceDefinition } from '../behaviour/definition.ts'
import type { StateDiagram } from '../behaviour/state-diagram.ts'
import type { InterfaceChecks, Role } from '../check/check.ts'
import { credentialHeaders, joinCredentials, securitySchemesOf } from '../contract/security.ts'
import { findUserInterface } from '../workspace/interfaces.ts'
import { currentCode, loadUserCode } from '../workspace/load-user-code.ts'

type Checks = InterfaceChecks<Record<string, unknown>>

/** The definition of a bundled interface. */
export async function loadDefinition(name: string): Promise<InterfaceDefinition> {
  const { definition } = await load<{ definition: InterfaceDefinition }>(name, 'definition')
  return definition
}

/** The definition that a user has written; undefined if there is none. */
export async function loadUserDefinition(name: string): Promise<InterfaceDefinition | undefined> {
  return (await loadUserCode<{ definition: InterfaceDefinition }>(name, 'definition'))?.definition
}

export async function loadChecks(name: string): Promise<Checks> {
  const found = findUserInterface(name)
  if (!found) return (await load<{ checks: Checks }>(name, 'checks')).checks
  const own = await loadUserCode<{ checks: Checks }>(name, 'checks')
  return own?.checks ?? { roles: { full: callerOf(found.contract.document) }, samples: [], checks: {} }
}

/** A caller with a value for each security scheme of a document. A server may need only some of them, or none. */
function callerOf(document: Readonly<Record<string, unknown>>): Role {
  const schemes = securitySchemesOf(document)
  const sent = (values: Readonly<Record<string, string>>) =>
    joinCredentials(
      [...schemes].flatMap(([name, scheme]) => {
        const value = values[name]
        return (value !== undefined && credentialHeaders(scheme, value)) || []
      }),
    )
  return {
    description: schemes.size > 0 ? `A caller with ${[...schemes.keys()].join(' and ')}.` : 'Any caller.',
    values: Object.fromEntries([...schemes].map(([name, { type }]) => [name, String(type)])),
    onMock: Object.fromEntries([...schemes.keys()].map((name) => [name, 'mock'])),
    isOptional: true,
    headers: (values) => sent(values).headers,
    query: (values) => sent(values).query,
  }
}

export async function loadDiagram(name: string): Promise<StateDiagram> {
  return (await load<{ diagram: StateDiagram }>(name, 'state-machine')).diagram
}

/** How samples use the client of an interface, if that differs from the usual. */
export async function loadClientSample(name: string): Promise<ClientSample> {
  return (await load<{ clientSample: ClientSample }>(name, 'client-sample')).clientSample
}

/** Loads a file from the folder of the interface's name beside this one; `.ts` here, `.js` in the package. */
function load<Module>(name: string, file: string): Promise<Module> {
  return import(currentCode(new URL(`./${name}/${file}${import.meta.url.slice(-3)}`, import.meta.url).href))
}
