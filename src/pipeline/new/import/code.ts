import { gaps } from './catalogue.ts'
import { mapping, operationsIn } from './names.ts'
import type { LeftOut } from './normalize.ts'
import type { Node } from './walk.ts'

/** The way in which callers authenticate. */
interface Credential {
  /** Description of the value, for the person who fills it in. */
  description: string
  /** Name of the header. */
  header: string
  /** TypeScript expression of the header's value, in which `value` is the credential. */
  form: string
  /** TypeScript expression for the client: an export of `src/client/credential.ts`, or an object. */
  client: { code: string; imports: string[] }
  /** The header's value on the mock. */
  onMock: string
}

const valueOnMock = 'mock'

/** The code of an interface that has only its document, by file name. */
export function codeOf(name: string, prefix: string, document: Node, left: LeftOut): Map<string, string> {
  const credential = credentialOf(document, left)
  const Name = name.replaceAll(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase())
  return new Map([
    ['definition.ts', definition(name, prefix, credential)],
    ['checks.ts', checks(name, prefix, credential)],
    ['client.ts', client(name, Name, credential)],
  ])
}

/** The first requirement that a header can carry. */
function credentialOf(document: Node, left: LeftOut): Credential | undefined {
  const requirements = [document, ...operationsIn(document).map(({ node }) => node)].flatMap(({ security }) =>
    Array.isArray(security) ? security.map(mapping) : [],
  )
  const schemes = mapping(mapping(document.components).securitySchemes)
  const asked = [...new Set(requirements.flatMap((requirement) => Object.keys(requirement)))]
  const usable = asked.flatMap((scheme) => {
    const credential = credentialFor(mapping(schemes[scheme]))
    return credential ? [{ scheme, credential }] : []
  })
  const [first] = usable
  for (const scheme of asked) {
    if (scheme === first?.scheme) continue
    left.push(
      `security scheme ${scheme}: the client, the checks and the mock's credential use ${first?.scheme ?? 'none'}`,
    )
  }
  return first?.credential
}

function credentialFor(scheme: Node): Credential | undefined {
  const { type, scheme: kind, name, in: place } = scheme
  if (type === 'apiKey' && place === 'header' && isHeaderName(name)) {
    const code = `plainHeader('${name}')`
    return {
      description: 'API key.',
      header: name,
      form: 'value',
      client: { code, imports: ['plainHeader'] },
      onMock: valueOnMock,
    }
  }
  if (type === 'http' && String(kind).toLowerCase() === 'basic') {
    const code = `{ name: 'Authorization', format: (pair: string) => \`Basic \${btoa(pair)}\` }`
    const onMock = `Basic ${btoa(`${valueOnMock}:${valueOnMock}`)}`
    // Biome would put the same text on one line.
    return {
      description: 'User name and password, joined by a colon.',
      header: 'Authorization',
      form: "'Basic ' + btoa(value)",
      client: { code, imports: [] },
      onMock,
    }
  }
  if (type !== 'http' && type !== 'oauth2' && type !== 'openIdConnect') return undefined
  return {
    description: 'Bearer token.',
    header: 'Authorization',
    form: "'Bearer ' + value",
    client: { code: 'bearer', imports: ['bearer'] },
    onMock: `Bearer ${valueOnMock}`,
  }
}

function isHeaderName(name: unknown): name is string {
  return typeof name === 'string' && /^[\w-]+$/.test(name)
}

function definition(name: string, prefix: string, credential: Credential | undefined): string {
  const seeded = credential
    ? `[{ role: 'caller', headers: { ${quoted(credential.header.toLowerCase())}: '${credential.onMock}' } }]`
    : '[]'
  return `import type { operations } from '../../../generated/${name}/types.ts'
import type { InterfaceDefinition } from '../../behaviour/definition.ts'
import { problemDetails } from '../../behaviour/problem-details.ts'

export const definition: InterfaceDefinition<operations> = {
  // A behaviour that is written here replaces the generic one of its operation.
  behaviours: {},
  credentials: ${seeded},
  generic: { gap: '${prefix}-${gaps.behaviours}' },
  renderRefusal: problemDetails,
}
`
}

function checks(name: string, prefix: string, credential: Credential | undefined): string {
  const onMock = credential?.form.includes('btoa') ? `${valueOnMock}:${valueOnMock}` : valueOnMock
  const role = credential
    ? `caller: {
      description: 'A caller that may do everything.',
      values: { credential: '${credential.description}' },
      onMock: { credential: '${onMock}' },
      headers: ({ credential: value = '' }) => ({ ${quoted(credential.header.toLowerCase())}: ${credential.form} }),
    },`
    : `anyone: { description: 'No credential: the document asks for none.', values: {}, onMock: {} },`
  return `import document from '../../../generated/${name}/calls.json' with { type: 'json' }
import type { operations } from '../../../generated/${name}/types.ts'
import type { InterfaceChecks } from '../../check/check.ts'
import { checksOfDocument } from '../../check/document-calls.ts'

export const checks: InterfaceChecks<operations> = checksOfDocument(document, {
  gap: '${prefix}-${gaps.refusals}',
  roles: {
    ${role}
  },
})
`
}

function client(name: string, Name: string, credential: Credential | undefined): string {
  const head = `import type { paths } from '../../../generated/${name}/types.ts'
import { createApi } from '../../client/api.ts'
import type { Verbs } from '../../client/call-types.ts'
`
  if (!credential) {
    return `${head}import type { ClientOptions } from '../../client/options.ts'

/** @throws {TypeError} for a \`baseUrl\` that is not an address */
export function create${Name}Client(options: ClientOptions): Verbs<paths> {
  return createApi<paths>(options, {}, undefined).verbs
}
`
  }
  const names = ['type Credential', ...credential.client.imports].sort((one, other) =>
    one.replace('type ', '').localeCompare(other.replace('type ', '')),
  )
  const imports =
    names.length === 1
      ? 'import type { Credential }'
      : `import { ${credential.client.imports[0]?.localeCompare('Credential') === -1 ? [...names].join(', ') : ['type Credential', ...credential.client.imports].join(', ')} }`
  return `${head}${imports} from '../../client/credential.ts'
import type { ClientOptions } from '../../client/options.ts'

interface ${Name}ClientOptions extends ClientOptions {
  /** ${credential.description} */
  credential: Credential
}

/** @throws {TypeError} for a \`baseUrl\` that is not an address */
export function create${Name}Client({ credential, ...options }: ${Name}ClientOptions): Verbs<paths> {
  return createApi<paths>(options, { credential: ${credential.client.code} }, credential).verbs
}
`
}

function quoted(name: string): string {
  return /^[a-z]\w*$/.test(name) ? name : `'${name}'`
}
