import { writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { printable } from '../printable.ts'
import { UserError } from '../user-error.ts'
import { type DocumentFlags, documentFlags, interfaces } from './common-flags.ts'
import { defineCommand, toggle } from './define-command.ts'
import { openInterfaces, openWords } from './open-words.ts'

export const command: Command = defineCommand('rules', {
  words: interfaces,
  flags: {
    json: toggle('print a list of objects, for programs'),
    drafts: toggle('list the sentences of descriptions that are no rules yet; nothing is written'),
    ...documentFlags,
  },
  more: 'Exit codes: 0, the rules are listed; 2, there is no such interface or document.',
  run: (words, { json, drafts, ...flags }) => (drafts ? listSentences : list)(words, json, flags),
  modes: [
    defineCommand('add', {
      text: 'make the sentences of a description rules',
      words: {
        '<pointer>': 'where the description stands, as --drafts lists it: /paths/~1pets/get/description',
        '[interface]': 'name such as orders, or OpenAPI document such as ./openapi.yaml (default: the only one)',
      },
      flags: documentFlags,
      more: 'Exit codes: 0, the rules are in rules.yaml; 2, there is no such sentence, or it is a rule.',
      run: ([pointer = '', word], flags) => add(pointer.replace(/^#/, ''), word, flags),
    }),
  ],
})

async function list(words: string[], json: boolean, flags: DocumentFlags): Promise<void> {
  const workspace = await openWords(words, flags)
  const { describeRules, listRules } = await import('../pipeline/rules/list-rules.ts')
  const rules = await listRules(workspace)
  console.log(json ? JSON.stringify(rules, null, 2) : describeRules(rules))
}

async function listSentences(words: string[], json: boolean, flags: DocumentFlags): Promise<void> {
  const { listDrafts } = await import('../pipeline/rules/drafts.ts')
  const drafts = (await openDescribed(words, flags)).flatMap(({ one }) => listDrafts(one))
  const lines = drafts.map(({ pointer, sentence }) => printable(`${pointer}  ${sentence}`))
  console.log(
    json
      ? JSON.stringify(drafts, null, 2)
      : [...lines, `${drafts.length} ${drafts.length === 1 ? 'sentence' : 'sentences'} without a rule`].join('\n'),
  )
}

async function add(pointer: string, word: string | undefined, flags: DocumentFlags): Promise<void> {
  const { listDrafts, withRules } = await import('../pipeline/rules/drafts.ts')
  const interfaces = await openDescribed(word === undefined ? [] : [word], flags)
  const [described, another] = interfaces
  if (!described || another) throw new UserError(`say which document: rulebound rules add ${pointer} ./openapi.yaml`)
  const { one, published } = described
  const { file, shownAs } = published
  if (file !== shownAs) throw new UserError(`${shownAs} is no file, and rules stand beside one; name a file`)
  const drafts = listDrafts(one).filter((draft) => draft.pointer === pointer)
  if (drafts.length === 0)
    throw new UserError(`${pointer} has no sentence that is not a rule; rulebound rules --drafts lists them`)
  const { text, ids } = withRules(one, published, drafts)
  writeFileSync(one.catalogue, text)
  for (const [index, { sentence }] of drafts.entries()) console.log(printable(`${ids[index]}  ${sentence}`))
  console.log(`added to ${one.catalogue}`)
  if (one.code !== undefined) console.log(`verify asks for their checks: write them in ${one.code}/checks.ts`)
}

/** Interfaces with documents that can be quoted. */
async function openDescribed(words: string[], flags: DocumentFlags) {
  const { interfaces } = await openInterfaces(words, flags)
  const found = interfaces.flatMap((one) => (one.published ? [{ one, published: one.published }] : []))
  if (found.length === 0) throw new UserError('there are no documents of yours here; name one, such as ./openapi.yaml')
  return found
}
