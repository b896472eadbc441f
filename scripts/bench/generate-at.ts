import { generate } from '../generate/generate.ts'

// `npm run generate` for another repository than this one. Usage: generate-at.ts <root>

const { written } = await generate(process.argv[2] ?? '')
console.log(written.length)
