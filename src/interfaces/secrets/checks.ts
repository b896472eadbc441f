import type { operations } from '../../../generated/secrets/types.ts'
import type { InterfaceChecks, Resource, Role } from '../../check/check.ts'
import { authentication } from './checks/auth/authentication.ts'
import { loggingIn } from './checks/auth/logging-in.ts'
import { policies } from './checks/auth/policies.ts'
import { help } from './checks/help/help.ts'
import { helpDocuments } from './checks/help/help-documents.ts'
import { addresses } from './checks/kv/addresses.ts'
import { directories } from './checks/kv/directories.ts'
import { reading } from './checks/kv/reading.ts'
import { storeSettings } from './checks/kv/store-settings.ts'
import { versions } from './checks/kv/versions.ts'
import { writing } from './checks/kv/writing.ts'
import { bodies } from './checks/requests/bodies.ts'
import { paths } from './checks/requests/paths.ts'
import { hosted } from './checks/server/hosted.ts'
import { limits } from './checks/server/limits.ts'
import { namespacing } from './checks/server/namespaces.ts'
import { proxies } from './checks/server/proxies.ts'
import { states } from './checks/server/states.ts'
import { type Conditions, conditions } from './conditions.ts'
import { credentials } from './seed.ts'

/** States of a node, by the default codes of its health. A standby passes requests on, and may answer them late. */
const statesOfNode: Readonly<Record<number, string>> = {
  429: 'is a standby: its reads may lag behind writes (--settle)',
  472: 'is a secondary for disaster recovery, which serves no request: give the address of the primary',
  473: 'is a performance standby: its reads may lag behind writes (--settle)',
  501: 'is not initialized: initialize it first',
  503: 'is sealed: unseal it first',
}

export const checks: InterfaceChecks<operations> = {
  roles: {
    full: role('full', 'A client token that may do everything.'),
    bearer: {
      ...role('full', 'The token of the role `full`, sent as a bearer token.'),
      headers: ({ token = '' }) => ({ authorization: `Bearer ${token}` }),
      rules: ['SEC-072'],
    },
    'read-only': role('read-only', 'A client token that may read and list below both mounts, and nothing else.'),
    'create-only': role(
      'create-only',
      'A client token that may create what is not there below `contract-checks/` of both mounts, and not update it.',
    ),
    hidden: role(
      'hidden-path',
      'A client token from which the version 1 mount is hidden: it is told 404 of its paths.',
    ),
    'without rights': role('none', 'A client token that is valid and may do nothing below the mounts.'),
    user: {
      description: 'The password of the user who logs in.',
      values: { password: 'the password' },
      onMock: { password: 'example-password' },
      json: ({ password = '' }) => ({ password }),
    },
  },
  resources: {
    'version 1 mount': {
      description: 'Name of a mount of kv version 1; checks write below its `contract-checks/` and clear it away.',
      onMock: 'secret',
    },
    'version 2 mount': {
      description: 'Name of a mount of kv version 2; checks write below its `contract-checks/` and clear it away.',
      onMock: 'kv',
    },
    'secret to read': {
      description: 'Path of a secret in a directory of the version 1 mount, such as `apps/billing`.',
      onMock: 'app/db',
    },
    'key to read': {
      description: 'Path of a key in a directory of the version 2 mount, whose latest version can be read.',
      onMock: 'app/api',
    },
    'outer namespace': {
      description: 'A namespace in the root namespace, with its final slash: `ns1/`.',
      onMock: 'ns1/',
    },
    'inner namespace': {
      description:
        'A namespace in the outer one, with its final slash, and with mounts and a user of the same names: `ns2/`.',
      onMock: 'ns2/',
    },
    'sealed node': node('that is sealed'),
    'node that is not initialized': node('that is not initialized'),
    'standby node': node('that is a standby'),
    'performance standby': node('that is a performance standby'),
    'disaster-recovery secondary': node('that is the active node of a disaster-recovery secondary'),
    'fresh installation': {
      description: 'Any word, where the mounts are those of a fresh installation.',
      onMock: 'yes',
    },
    'usual request size': {
      description: 'Any word, where the configuration of the listener sets no maximum request size.',
      onMock: 'yes',
    },
    max_json_depth: limit('max_json_depth'),
    max_json_string_value_length: limit('max_json_string_value_length'),
    max_json_object_entry_count: limit('max_json_object_entry_count'),
    max_json_array_element_count: limit('max_json_array_element_count'),
    'auth method': { description: 'Where the auth method of the user is mounted, below `auth/`.', onMock: 'userpass' },
    user: { description: 'Name of the user who logs in.', onMock: 'reporting' },
  },
  // All rules have written checks, because an answer that may be help has an open schema.
  samples: [],
  harmless: [
    {
      as: ['full', 'bearer', 'read-only'],
      operation: 'listDirectory',
      needs: { resources: ['version 1 mount'] },
      input: (t) => ({
        path: { mount: t.resource('version 1 mount'), path: 'contract-checks' },
        query: { list: true },
      }),
    },
  ],
  // Checks write below this directory of the mounts alone. A key of version 2 is removed with all its versions.
  removalOf: (path) =>
    path.includes('/contract-checks/')
      ? path.replace(/\/(data|delete|undelete|destroy)\/contract-checks\//, '/metadata/contract-checks/')
      : undefined,
  async state(t) {
    const { status } = await t.attempt('readHealth', { as: null })
    const description = statesOfNode[status]
    return description === undefined ? undefined : { description, isUsable: status === 429 || status === 473 }
  },
  checks: {
    ...addresses,
    ...authentication,
    ...bodies,
    ...directories,
    ...help,
    ...helpDocuments,
    ...limits,
    ...hosted,
    ...loggingIn,
    ...namespacing,
    ...paths,
    ...policies,
    ...proxies,
    ...reading,
    ...states,
    ...storeSettings,
    ...versions,
    ...writing,
  },
  uncovered: {
    'writeVersion 204':
      'The mock answers the record of the new version with 200; that a server may answer 204 is documented.',
    'writeVersionByPut 204': 'The same as by POST.',
  },
}

function node(what: string): Resource {
  return { description: `Base URL of a node ${what}.`, onMock: 'set by a condition' }
}

function limit(name: keyof Conditions & `max_json_${string}`): Resource {
  return { description: `Value of ${name} that the listener is set to.`, onMock: String(conditions[name].initial) }
}

function role(name: string, description: string): Role {
  const { headers } = credentials.find((credential) => credential.role === name) ?? {}
  return {
    description,
    values: { token: 'the client token' },
    onMock: { token: headers?.['x-svc-token'] ?? '' },
    headers: ({ token = '' }) => ({ 'x-svc-token': token }),
  }
}
