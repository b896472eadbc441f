/**
 * Where the documentation shows a rule.
 *
 * @param base where the mock, or a copy of what it serves, can be read: `http://127.0.0.1:4010`
 */
export function ruleLink(base: string, interfaceName: string, id: string): string {
  return `${base.replace(/\/+$/, '')}/docs/${encodeURIComponent(interfaceName)}/rules/#${encodeURIComponent(id)}`
}
