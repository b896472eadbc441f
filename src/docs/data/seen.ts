import { type Html, html, join } from '../../html.ts'
import type { LearnedAnswer } from '../../verify/learn/learn.ts'
import type { AnswersFile } from '../../verify/learn/read-answers.ts'

/** What servers were seen to do in one gap, by the title of the server and the day. */
export function seenInGap(files: readonly AnswersFile[], system: string, gap: string): { where: string; what: Html }[] {
  return files.flatMap(({ title, seen, interfaces }) => {
    const answers = interfaces[system]?.[gap]?.seen ?? []
    if (answers.length === 0) return []
    const items = mergeMembers(answers).map((answer) => html`<li>${renderAnswer(answer)}</li>`)
    return { where: `Seen at ${title}, ${seen}`, what: html`<ul>${items}</ul>` }
  })
}

/** One answer for those that differ only in their members: some members come now and then. */
function mergeMembers(answers: readonly LearnedAnswer[]): LearnedAnswer[] {
  const groups = Map.groupBy(answers, ({ members: _, ...rest }) => JSON.stringify(rest))
  return [...groups.values()].flatMap((group) => {
    const members = [...new Set(group.flatMap((answer) => answer.members ?? []))].sort()
    return group.slice(0, 1).map((first) => (members.length > 0 ? { ...first, members } : first))
  })
}

function renderAnswer({ operation, status, mediaType, at, type, members = [], value }: LearnedAnswer): Html {
  const names = members.map((name) => html`<code>${name}</code>`)
  return html`<code>${operation}</code> ${status}${mediaType && ` ${mediaType}`}${at && html`, <code>${at}</code>`}${type && `: ${type}`}${names.length > 0 && html` with ${join(names, ', ')}`}${value && html` <code>${value}</code>`}`
}
