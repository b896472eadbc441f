import { type Html, html } from '../../html.ts'
import { pathOfOperation, summaryOf } from '../data/operations.ts'
import type { System, TaskCall } from '../data/system.ts'
import { slugOf } from '../markup/markdown.ts'
import type { PageContext } from '../page.ts'

export function idOfTask(title: string): string {
  return `task/${slugOf(title)}`
}

/** The tasks of a system, each with its calls in order. */
export function renderTasks({ name, contract, tasks }: System, page: PageContext): Html | undefined {
  if (!contract || tasks.length === 0) return undefined
  const callItem = (call: TaskCall) => {
    const operation = contract.operations.get(call.operation)
    return (
      operation &&
      html`<li><a href="${page.to(pathOfOperation(name, operation.id))}">${summaryOf(operation)}</a>${differencesOf(call).map((one) => html` <code>${one}</code>`)}</li>`
    )
  }
  const sections = tasks.map(
    ({ title, calls }) =>
      html`<section><h3 id="${idOfTask(title)}">${title}</h3>\n<ol>${calls.map(callItem)}</ol></section>\n`,
  )
  return html`<h2 id="tasks">Tasks</h2>\n<div class="tasks">${sections}</div>`
}

/** What a call does not take from the examples of the document: `limit=4`, `{ "status": "Paid" }`. A long body breaks at its spaces. */
function differencesOf({ path, query, body }: TaskCall): string[] {
  const values = Object.entries({ ...path, ...query }).map(([name, value]) => `${name}=${value}`)
  return body === undefined ? values : [...values, JSON.stringify(body, null, 1).replaceAll(/\n */g, ' ')]
}
