#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

// The cache has to be on before other modules load: stripping types and compiling is half of the time to the first answer.
enableCompileCache()
const { createProgram } = await import('./program.ts')
const words = process.argv.slice(2)
const program = await createProgram(words)
await program.parseAsync(words, { from: 'user' })
