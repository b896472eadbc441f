/** The ID of a rule or a gap in a text, as `specs/rules.schema.yaml` has it: `ORD-012`, `ORD-G04`. */
export const ruleOrGapId = /\b[A-Z][A-Z0-9]+-(?:G\d{2}|\d{3,4})\b/g

/** The ID of a rule in a text. */
export const ruleId = /\b[A-Z][A-Z0-9]+-\d{3,4}\b/g
