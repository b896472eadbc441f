import type { Answer, InterfaceDefinition } from '../../behaviour/definition.ts'
import { Refusal, type RefusalKind } from '../../behaviour/refusal.ts'
import { standardStatus } from '../../behaviour/refusal-answer.ts'
import type { RuntimeOperation } from '../../contract/runtime.ts'

/** What a server of this interface answers with a status: the documented example, or else its form of an error (CTL-042). */
export function injectedStatus(
  status: number,
  operation: RuntimeOperation | undefined,
  definition: InterfaceDefinition,
): Answer {
  return documentedAnswer(status, operation) ?? { ...definition.renderRefusal(problemOf(status, operation)), status }
}

function documentedAnswer(status: number, operation: RuntimeOperation | undefined): Answer | undefined {
  const response = operation?.http.responses.find(({ code }) => code === String(status))
  const [content] = response?.contents ?? []
  const example = content?.examples?.find((candidate) => 'value' in candidate)
  if (!response || !content || !example) return undefined
  const headers = (response.headers ?? []).flatMap(({ name, examples = [] }) =>
    examples.flatMap((header) => ('value' in header ? [[name.toLowerCase(), String(header.value)]] : [])),
  )
  return {
    status,
    headers: { ...Object.fromEntries(headers), 'content-type': content.mediaType },
    body: example.value,
  }
}

function problemOf(status: number, operation: RuntimeOperation | undefined): Refusal {
  const kinds = Object.keys(standardStatus) as RefusalKind[]
  const kind =
    kinds.find((candidate) => standardStatus[candidate] === status) ?? (status < 500 ? 'invalid-request' : 'internal')
  const detail = 'This status was injected through the control plane of the mock.'
  return new Refusal(kind, detail, { status, operation: operation?.id })
}
