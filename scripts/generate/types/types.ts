import openapiTS, { astToString } from 'openapi-typescript'
import type { OpenApiDocument } from '../bundle.ts'

/** The document's types, as openapi-typescript prints them, under their banner. The only file that knows that package. */
export async function printTypes(document: OpenApiDocument, banner: string[]): Promise<string> {
  const nodes = await openapiTS(JSON.stringify(document), { silent: true })
  return `${banner.map((line) => `// ${line}\n`).join('')}\n${astToString(nodes)}`
}
