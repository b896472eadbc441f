import { describeRule } from './rule.fixture.ts'

const pattern = (text: string) =>
  ['schemas/Lamp.yaml', 'id: {type: string,', `id: {type: string, pattern: '${text}',`] as const
const message = (reason: string) =>
  `schemas/Lamp.yaml properties.id.pattern: Pattern is not plain ECMAScript (${reason}); write it without flags, as \`[Aa]bc\` for \`(?i)abc\`.`

describeRule('plain-pattern', {
  accepts: {
    'anchors and classes': [pattern('^[a-z]+-\\d{3}$')],
    'groups and lookarounds': [pattern('^(?:a|b)(?=c)(?<!d)c$')],
    'a property that is called pattern': [
      ['schemas/Lamp.yaml', 'lit: {type', 'pattern: {type: string, description: Of the shade.}\n  lit: {type'],
    ],
  },
  rejects: {
    'a flag for the whole pattern': [message('it sets a flag'), pattern('(?i)hall')],
    'a flag for a group': [message('it sets a flag'), pattern('(?i:hall)')],
    'a pattern that does not compile': [message('Unterminated character class'), pattern('[a-')],
  },
})
