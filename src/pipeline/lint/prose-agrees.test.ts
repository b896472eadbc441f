import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, it } from 'vitest'
import { proseAgrees } from './prose-agrees.ts'

const config = await createConfig({ extends: ['rulebound/recommended'] }, { plugins: [proseAgrees] })

async function findingsIn(document: object): Promise<string[]> {
  const source = JSON.stringify({ openapi: '3.1.0', info: { title: 'Test', version: '1' }, paths: {}, ...document })
  const problems = await lintFromString({ source, config })
  return problems.map(({ message }) => message.replace('The description says ', '')).sort()
}

const components = {
  Size: { type: 'string', enum: ['small', 'large'] },
  Base: { type: 'object', properties: { id: { type: 'string', description: 'Required.' } } },
  Whole: { allOf: [{ $ref: '#/components/schemas/Base' }, { type: 'object', required: ['id'] }] },
}

/** A description, the schema of its property, and what is found: the words, and what the property does in place of them. */
const integers: [description: string, schema: object, words?: string, fault?: string][] = [
  ['The page size (max 100).', {}, 'max 100', 'has no `maximum`; add `maximum: 100`'],
  ['Maximum value is 1,000.', { maximum: 500 }, 'Maximum value is 1,000', 'says `maximum: 500`'],
  ['Must not exceed 50.', {}, 'Must not exceed 50', 'has no `maximum`; add `maximum: 50`'],
  ['A rating between 1 and 10.', { minimum: 0, maximum: 10 }, 'between 1 and 10', 'says `minimum: 0`'],
  ['At least 3.', {}, 'At least 3', 'has no `minimum`; add `minimum: 3`'],
  ['Defaults to 20.', {}, 'Defaults to 20', 'has no `default`; add `default: 20`'],
  ['If not given, defaults to 20.', { default: 25 }, 'defaults to 20', 'says `default: 25`'],
  ['The time-out in seconds. Default: 30 seconds.', {}, 'Default: 30 seconds', 'has no `default`; add `default: 30`'],
  ['One of 1, 2 or 3.', {}, 'One of 1, 2 or 3', 'has no `enum`; add `enum: [1, 2, 3]`'],
  // The schema agrees, or the words are about something else.
  ['The page size (max 100).', { maximum: 100 }],
  ['Below 10, exclusive: between 1 and 10.', {}],
  ['Max 100 requests per second.', {}],
  ['Max 10 for free accounts.', {}],
  ['Maximum is 10 MB.', {}],
  ['At most 1.5 million.', {}],
  ['Version 2, or at most 10.0.1.', {}],
  ['Max 10. Elsewhere, max 20.', {}],
  ['Must be from 1 to 12, or 0 for none.', {}],
  ['Defaults to 20.', { default: 20 }],
  ['Defaults to 20 if `kind` is a.', {}],
  ['Defaults to 30 days.', {}],
  ['Defaults to the account.', {}],
  [`${'A long story. '.repeat(60)} Max 100.`, {}],
]
const texts: typeof integers = [
  ['Max 64 characters.', {}, 'Max 64 characters', 'has no `maxLength`; add `maxLength: 64`'],
  ['Max length: 64.', { maxLength: 32 }, 'Max length: 64', 'says `maxLength: 32`'],
  ['Must be 3-63 characters.', { maxLength: 63 }, 'Must be 3-63 characters', 'has no `minLength`; add `minLength: 3`'],
  ['Defaults to `asc`.', {}, 'Defaults to `asc`', 'has no `default`; add `default: asc`'],
  ['One of a, b.', {}, 'One of a, b', 'has no `enum`; add `enum: [a, b]`'],
  [
    'Possible values are `on`, `off` and `auto`.',
    { enum: ['on', 'off'] },
    'Possible values are `on`, `off` and `auto`',
    'has an `enum` without auto',
  ],
  [
    'The size. One of small, tiny.',
    { $ref: '#/components/schemas/Size' },
    'One of small, tiny',
    'has an `enum` without tiny',
  ],
  ['The start date and time, in UTC.', {}, 'date and time, in UTC', 'has no `format`, such as `date-time`'],
  ['Required. The name.', {}, 'Required', 'is not required; name it in `required`'],
  ['The name (read-only).', {}, 'read-only', 'has no `readOnly: true`'],
  ['Deprecated: use `id`.', {}, 'Deprecated', 'has no `deprecated: true`'],
  ['Max 64.', {}],
  ['Max 64 characters.', { pattern: '^.{1,64}$' }],
  ['Max 64 bytes.', {}],
  ['One of a, b.', { enum: ['B', 'A'] }],
  ['One of a, b, etc.', {}],
  ['One of `name` or `id` must be provided.', {}],
  ['A comma-separated list. Allowed values: a, b.', {}],
  ['Must be either Type.A or Type.B.', { enum: ['x'] }],
  ['Required if `kind` is a.', {}],
  ['Required for gifts.', {}],
  ['A token with read-only access.', {}],
  ['The deprecated name.', {}],
  ['Deprecated.', { deprecated: true }],
  ['Read-only.', { readOnly: true }],
  ['Start date, in UTC.', { format: 'date-time' }],
]

it.for([...integers.map((row) => ['integer', ...row] as const), ...texts.map((row) => ['string', ...row] as const)])(
  'an %s: %s %j',
  async ([type, description, schema, words, fault]) => {
    // The name makes a time of a text that is one.
    const properties = { start_date: { type, description, ...schema } }
    const schemas = { ...components, Thing: { type: 'object', properties } }
    const findings = words === undefined ? [] : [`"${words}", and the property ${fault}.`]
    expect(await findingsIn({ components: { schemas } })).toEqual(findings)
  },
)

it('reads parameters, operations, and lists', async () => {
  const parameters = [
    { name: 'id', in: 'path', required: true, description: 'Optional.', schema: { type: 'string' } },
    { name: 'q', in: 'query', required: true, description: 'Optional. What to look for.', schema: { type: 'string' } },
    { name: 'limit', in: 'query', description: 'Required. Defaults to 5.', schema: { type: 'integer', default: 5 } },
    { name: 'ids', in: 'query', description: 'Up to 50 IDs.', schema: { type: 'array', items: { type: 'string' } } },
  ]
  const operation = { description: 'Deprecated, use another. Max 10.', parameters, responses: {} }
  expect(await findingsIn({ paths: { '/things/{id}': { get: operation } } })).toEqual([
    '"Deprecated", and the operation has no `deprecated: true`.',
    '"Optional", and the parameter is required.',
    '"Required", and the parameter is not required; add `required`.',
    '"Up to 50 IDs", and the parameter has no `maxItems`; add `maxItems: 50`.',
  ])
})

it('accepts a property that another part of a schema requires', async () => {
  expect(await findingsIn({ components: { schemas: components } })).toEqual([])
})

it('asks OpenAPI 2.0 for no keyword that it lacks', async () => {
  const parameters = [{ name: 'q', in: 'query', type: 'integer', description: 'Deprecated. Max 5.' }]
  expect(await findingsIn({ openapi: undefined, swagger: '2.0', paths: { '/': { get: { parameters } } } })).toEqual([
    '"Max 5", and the parameter has no `maximum`; add `maximum: 5`.',
  ])
})
