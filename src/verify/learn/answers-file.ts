import { stringify } from 'yaml'
import { createResponseCheck } from '../../contract/response-validator.ts'
import { printable } from '../../printable.ts'
import { loadContract } from '../../workspace/contracts.ts'
import { redactorOf } from '../report/redact.ts'
import { createSourceLinks } from '../report/source-links.ts'
import type { Report } from '../runner/report.ts'
import { learn } from './learn.ts'

/**
 * The text of the file that says what the target of a run does where the documents are silent.
 *
 * @param secrets values, and what to show in their place
 */
export function writeAnswers(report: Report, secrets: ReadonlyMap<string, string>): string {
  const { target, started, results } = report
  const redactor = redactorOf(report, secrets)
  const show = (text: string) => printable(redactor.text(text))
  const links = createSourceLinks({ sources: undefined })
  const interfaces = Map.groupBy(results, (result) => result.interface)
  const content = [...interfaces].map(([name, group]) => {
    const contract = loadContract(name)
    const exchanges = group.flatMap((result) => result.exchanges)
    const answers = learn(contract, createResponseCheck(contract), exchanges, show)
    const gaps = [...answers].map(([gap, seen]) => [gap, { statement: links.statement(name, gap), seen }] as const)
    return [name, Object.fromEntries(gaps)] as const
  })
  const head = '# What a server does where the documents are silent: names and kinds, no values.\n'
  return head + stringify({ title: show(target), seen: started.slice(0, 10), interfaces: Object.fromEntries(content) })
}
