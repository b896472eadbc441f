import type { InterfaceDefinition } from '../behaviour/definition.ts'
import type { StateDiagram } from '../behaviour/state-diagram.ts'
import type { InterfaceChecks, Role } from '../check/check.ts'
import { credentialHeaders, joinCredentials, securitySchemesOf } from '../contract/security.ts'
import { loadCode } from '../workspace/load-code.ts'
import type { WorkspaceInterface } from '../workspace/workspace.ts'

type Checks = InterfaceChecks<Record<string, unknown>>

type Coded = Pick<WorkspaceInterface, 'code'>

/** What is written of an interface for the mock; undefined if nothing is. */
export async function loadDefinition({ code }: Coded): Promise<InterfaceDefinition | undefined> {
  return (await loadCode<{ definition: InterfaceDefinition }>(code, 'definition'))?.definition
}

/** The checks that are written for an interface, with the callers that its document describes if none is written. */
export async function loadChecks({ code, contract }: WorkspaceInterface): Promise<Checks> {
  const written = await loadCode<{ checks: Checks }>(code, 'checks')
  if (written) return written.checks
  const full = callerOf(contract.document)
  const other = { ...full, description: 'Another user, to whom the things of the first do not belong.' }
  const hasUsers = Object.keys(full.values).length > 0
  return { roles: { full, ...(hasUsers && { other }) }, samples: [], checks: {} }
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

export async function loadDiagram({ code }: Coded): Promise<StateDiagram | undefined> {
  return (await loadCode<{ diagram: StateDiagram }>(code, 'state-machine'))?.diagram
}
