/** What a schema demands that another one does not, by the keywords that say so. */
export const aspects = {
  type: ['type'],
  enum: ['enum', 'const'],
  range: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'format'],
  length: ['minLength', 'maxLength'],
  pattern: ['pattern'],
  format: ['format'],
  'item-count': ['minItems', 'maxItems'],
  'item-unique': ['uniqueItems'],
  'item-contained': ['contains', 'minContains', 'maxContains'],
  'member-required': ['required'],
  'member-closed': ['additionalProperties', 'unevaluatedProperties', 'properties', 'patternProperties'],
  'member-name': ['propertyNames'],
  'member-count': ['minProperties', 'maxProperties'],
  'member-dependent': ['dependentRequired'],
  alternatives: ['anyOf', 'oneOf'],
  condition: ['not', 'if', 'then', 'else', 'dependentSchemas', 'unevaluatedProperties', 'unevaluatedItems'],
  unread: [],
} as const satisfies Record<string, readonly string[]>

export type Aspect = keyof typeof aspects

/** A demand of the reader's schema that the sender's schema does not show to be met. */
export interface Difference {
  aspect: Aspect
  /** What the aspect is about, such as `maximum`, and what each side says of it. */
  detail: { of: string; sent?: string; read?: string }
  /** The member that the aspect is about. */
  name?: string
  /** Values that may show it. */
  values: readonly unknown[]
}

/** The keywords of the reader's schema without which the difference would not be. */
export function keywordsOf({ aspect, detail: { of } }: Difference): readonly string[] {
  if (/^(min|max|multiple)[A-Za-z]+$/.test(of)) return [of, `exclusive${of[0]?.toUpperCase()}${of.slice(1)}`]
  return aspects[aspect]
}
