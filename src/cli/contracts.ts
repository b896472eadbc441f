#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

// Before anything else is loaded: stripping types and compiling is half of the time to the first answer.
enableCompileCache()
const { program } = await import('./program.ts')
await program.parseAsync()
