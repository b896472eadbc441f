import type { OpenApiDocument } from './bundle.ts'

/** The document's types, as openapi-typescript prints them, under their banner. No other file uses that package. */
export async function printTypes(document: OpenApiDocument, banner: string[]): Promise<string> {
  const { default: openapiTS, astToString } = await import('openapi-typescript')
  const nodes = await openapiTS(JSON.stringify(document), { silent: true })
  return `${banner.map((line) => `// ${line}\n`).join('')}\n${astToString(nodes)}`
}
