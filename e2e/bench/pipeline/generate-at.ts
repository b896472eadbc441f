import { enableCompileCache } from 'node:module'

// `npm run generate` for another repository. Usage: generate-at.ts <root>

enableCompileCache()
const { generate } = await import('../../../src/pipeline/generate/generate.ts')
const { written } = await generate(process.argv[2] ?? '')
console.log(written.length)
