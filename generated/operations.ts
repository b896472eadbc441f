// Generated from redocly.yaml and the documents that it names by `npm run generate`. Do not edit: change the source and run it again.

/** Operations by interface. */
export interface InterfaceOperations {
  'secrets': import('./secrets/types.ts').operations
  'cluster-agent': import('./cluster-agent/types.ts').operations
  'kv-cluster': import('./kv-cluster/types.ts').operations
  'orders': import('./orders/types.ts').operations
  'oauth-token': import('./oauth-token/types.ts').operations
  'app-distribution': import('./app-distribution/types.ts').operations
  'work-management': import('./work-management/types.ts').operations
  'document-templates': import('./document-templates/types.ts').operations
}
