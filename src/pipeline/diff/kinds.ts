import { type Aspect, aspects } from '../../contract/schema/containment/containment.ts'

export const levels = ['breaking', 'undecided', 'source-breaking', 'warning', 'info'] as const
export type Level = (typeof levels)[number]

/** Who sends what a change is about. Of a webhook or callback, the message that comes is a response. */
export type Side = 'request' | 'response'

/** How a change of a schema affects what may be sent. */
export type Effect = 'narrowed' | 'widened' | 'undecided'

/** The version part that a change raises. */
export const bumps: Record<Level, 'major' | 'minor' | 'patch'> = {
  breaking: 'major',
  undecided: 'major',
  'source-breaking': 'minor',
  warning: 'minor',
  info: 'minor',
}

/** Kinds of changes that are not about values of a schema: ID, level, what it says. */
const tables = {
  breaking: {
    'interface-removed': 'an interface is gone from the workspace',
    'operation-removed': 'a method of a path is gone',
    'path-narrowed': 'the last parameter of a path takes one segment only',
    'webhook-removed': 'a webhook or callback does not come any more',
    'webhook-answer-refused': 'a status that answered a webhook or callback is not taken any more',
    'server-removed': 'a base URL is gone, or another value of a variable stands in it',
    'credential-refused': 'a credential, or none, that was enough is not any more',
    'parameter-required': 'a parameter, header or cookie must be sent',
    'parameter-style-changed': 'the same value is written in another way',
    'parameter-empty-refused': 'a parameter may not be sent without a value any more',
    'parameter-moved': 'a parameter that must be sent is expected in another place',
    'request-body-required': 'a body must be sent',
    'request-body-removed': 'a documented body is not read any more',
    'request-media-type-removed': 'a media type of bodies is refused',
    'request-part-changed': 'a part of a form must have another media type or style',
    'request-xml-changed': 'a body is written as other XML',
    'request-content-changed': 'a text is decoded in another way',
    'response-status-removed': 'no documented status means success any more',
    'response-status-added': 'a success may have a status that was not documented',
    'response-body-removed': 'an answer has no body any more',
    'response-media-type-removed': 'an answer does not come in a media type any more',
    'response-header-optional': 'a header that was always there may be missing',
    'response-header-style-changed': 'a header is written in another way',
    'response-body-optional': 'the body of a webhook or callback may be missing',
    'response-part-changed': 'a part of an answer may have another media type or style',
    'response-xml-changed': 'an answer is written as other XML',
    'response-content-changed': 'a text is encoded in another way',
  },
  undecided: {
    'part-unread': 'what a reference to the network leads to is not read',
  },
  warning: {
    'server-undocumented': 'no base URL is documented any more',
    'server-default-changed': 'a base URL without chosen values is another one',
    'parameter-removed': 'a parameter is not documented any more',
    'reserved-characters-changed': 'characters that a query reserves are written in another way',
    'request-member-removed': 'a member of a request is not documented any more',
    'response-member-removed': 'an optional member of an answer is not documented any more',
    'response-closed-member-added': 'an answer that allowed no other members has one more',
    'response-header-removed':
      'an optional header of an answer, or a parameter of a webhook, is not documented any more',
    'default-changed': 'a value that is left out means something else',
    'unit-changed': 'a description names another unit',
    'member-read-only': 'a member of requests is read-only now',
    'member-write-only': 'a member of answers is write-only now',
    'discriminator-changed': 'a discriminator has another member or other values',
    'extensible-enum-changed': 'a value of an enumeration that may grow is gone',
    'token-url-changed': 'credentials come from another address, or by another flow',
    'link-changed': 'a link of an answer is gone, or leads elsewhere',
    deprecated: 'an operation, a parameter or a member is deprecated now',
    'sunset-earlier': 'a date of removal is earlier than it was',
    'removed-before-sunset': 'a deprecated operation is removed before its date',
    'rule-changed': 'the sentence of a rule changed',
  },
  'source-breaking': {
    'operation-id-changed': 'generated code and derived rules have another name for an operation',
    'schema-name-removed': 'generated code has no type of this name any more',
    'tags-changed': 'generated code groups an operation elsewhere',
    'rule-removed': 'what cites a rule by its ID leads nowhere',
  },
  info: {
    'interface-added': 'an interface is new in the workspace',
    'operation-added': 'a method of a path is new',
    'webhook-added': 'a webhook or callback is new',
    'server-added': 'a base URL is new',
    'credential-accepted': 'another credential, or none, is enough',
    'parameter-added': 'a parameter that may be left out is new',
    'parameter-optional': 'a parameter may be left out',
    'request-body-added': 'a body may be sent',
    'request-body-optional': 'a body may be left out',
    'request-media-type-added': 'another media type of bodies is taken',
    'request-member-added': 'a member of a request is new, and may be left out',
    'response-status-changed': 'an error or a redirection is documented, or not any more',
    'response-body-added': 'an answer that had no body has one',
    'response-media-type-added': 'an answer may be asked for in another media type',
    'response-header-added': 'a header of an answer, or a parameter of a webhook, is new',
    'response-member-added': 'a member of an answer is new',
    'default-added': 'a default is documented',
    'rule-added': 'a rule is new',
  },
} as const satisfies Partial<Record<Level, Record<string, string>>>

type Tables = typeof tables
type KeyOf<T> = T extends unknown ? keyof T : never
export type TableKind = Extract<KeyOf<Tables[keyof Tables]>, string>

const wordsOfAspects: Record<Aspect, string> = {
  type: 'types',
  enum: 'enumerated values',
  range: 'numbers',
  length: 'lengths of a text',
  pattern: 'texts, by a pattern,',
  format: 'texts, by a format,',
  'item-count': 'numbers of elements',
  'item-unique': 'lists with equal elements',
  'item-contained': 'lists, by what they contain,',
  'member-required': 'objects without a member',
  'member-closed': 'objects with other members',
  'member-name': 'names of members',
  'member-count': 'numbers of members',
  'member-dependent': 'objects in which a member needs another',
  alternatives: 'branches of `anyOf` and `oneOf`',
  condition: 'values, by `not`, `if` or an unevaluated member,',
  unread: 'schemas with a part that is not read',
}

/** The ID of a change of a schema: `request-range-narrowed`. The names of the commonest say what happened. */
export function kindOfAspect(side: Side, aspect: Aspect, effect: Effect): string {
  if (aspect !== 'member-required' || effect === 'undecided') return `${side}-${aspect}-${effect}`
  return effect === 'narrowed' ? `${side}-member-required` : `${side}-member-optional`
}

function levelOfAspect(side: Side, effect: Effect): Level {
  if (effect === 'undecided') return 'undecided'
  return (effect === 'narrowed') === (side === 'request') ? 'breaking' : 'info'
}

export interface Kind {
  level: Level
  /** What happened, without its place. */
  title: string
}

/** All kinds by their IDs. IDs stay: accepted changes name them. */
export const kinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ...Object.entries(tables).flatMap(([level, byId]) =>
    Object.entries(byId).map(([id, title]): [string, Kind] => [id, { level: level as Level, title }]),
  ),
  ...(Object.keys(aspects) as Aspect[]).flatMap((aspect) =>
    (['request', 'response'] as const).flatMap((side) =>
      (['narrowed', 'widened', 'undecided'] as const).flatMap((effect): [string, Kind][] => {
        if (aspect === 'unread' && effect !== 'undecided') return []
        const how = { narrowed: 'fewer', widened: 'more', undecided: 'perhaps other' }[effect]
        const title = `${how} ${wordsOfAspects[aspect]} in a ${side}`.replace(/,$/, '')
        return [[kindOfAspect(side, aspect, effect), { level: levelOfAspect(side, effect), title }]]
      }),
    ),
  ),
])
