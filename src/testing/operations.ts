import type { operations as AppDistribution } from '../../generated/app-distribution/types.ts'
import type { operations as ClusterAgent } from '../../generated/cluster-agent/types.ts'
import type { operations as DocumentTemplates } from '../../generated/document-templates/types.ts'
import type { operations as KvCluster } from '../../generated/kv-cluster/types.ts'
import type { operations as OauthToken } from '../../generated/oauth-token/types.ts'
import type { operations as Orders } from '../../generated/orders/types.ts'
import type { operations as Secrets } from '../../generated/secrets/types.ts'
import type { operations as WorkManagement } from '../../generated/work-management/types.ts'

/** Operations by interface, so that names of both are known to the compiler. */
export interface InterfaceOperations {
  secrets: Secrets
  'cluster-agent': ClusterAgent
  'kv-cluster': KvCluster
  orders: Orders
  'oauth-token': OauthToken
  'app-distribution': AppDistribution
  'work-management': WorkManagement
  'document-templates': DocumentTemplates
}

/** An interface that can be mocked: `orders`. */
export type InterfaceName = keyof InterfaceOperations

/** An `operationId` of one of these interfaces: `updateOrder`. */
export type OperationName<Name extends InterfaceName = InterfaceName> = {
  [Each in Name]: keyof InterfaceOperations[Each] & string
}[Name]
