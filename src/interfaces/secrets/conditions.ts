import { type Condition, flag, type ValuesOf } from '../../behaviour/definition.ts'

type NodeRole = 'active' | 'standby' | 'performance-standby' | 'dr-secondary'

const limit = (description: string, initial: number, maximum?: number): Condition<number> => ({
  description: `${description} The value itself is still allowed.`,
  schema: { type: 'integer', minimum: 1, ...(maximum === undefined ? {} : { maximum }) },
  initial,
})

const node_role: Condition<NodeRole> = {
  description: 'What the node is in its cluster, which its health route tells: 200, 429, 473 or 472.',
  schema: { enum: ['active', 'standby', 'performance-standby', 'dr-secondary'] },
  initial: 'active',
}

const cors_allowed_origins: Condition<string[] | null> = {
  description:
    'CORS is on for these origins, or for any with `*`: a request from another origin than these and its own is answered 403. Null: CORS is off, nothing is refused.',
  schema: { type: ['array', 'null'], items: { type: 'string' } },
  initial: null,
}

const warnings: Condition<string[]> = {
  description: 'Warnings that arise in every write: what is documented with 204 answers 200 with them.',
  schema: { type: 'array', items: { type: 'string' } },
  initial: [],
}

/** The conditions that the control plane can set. Listener and proxy options have the names of the reference. */
export const conditions = {
  initialized: flag('The service is initialized; otherwise every request is answered 501.', true),
  sealed: flag('The service is sealed: every request is answered 503.'),
  maintenance: flag('The service is down for maintenance: every request is answered 503.'),
  node_role,
  hosted: flag(
    'The installation is the hosted dedicated offering: a request has to name `admin` or a namespace below it.',
  ),
  namespaces_available: flag('Namespaces can be used; otherwise a request that names one is answered 403.', true),
  require_request_header: flag('A proxy stands in front that refuses requests without `X-Svc-Request: true` with 400.'),
  cors_allowed_origins,
  data_missing: flag(
    'Data that requests depend on has not arrived: they are answered 412. See the action `miss-data` too.',
  ),
  third_party_failing: flag(
    'A third party fails: generic operations and logins, which may need one, are answered 502.',
  ),
  internal_error: flag('Every request that gets past its checks of address and access is answered 500.'),
  warnings,
  max_request_size: limit('Bytes that a request body may have.', 32 * 1024 * 1024),
  max_json_depth: limit('How deep the objects and arrays of a body may nest; `{}` has depth 1.', 300, 1000),
  max_json_string_value_length: limit('Characters that a string value in a body may have.', 1_048_576),
  max_json_object_entry_count: limit('Key/value pairs that one object in a body may have.', 10_000),
  max_json_array_element_count: limit('Elements that one array in a body may have.', 10_000),
}

export type Conditions = ValuesOf<typeof conditions>
