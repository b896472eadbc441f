#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import module from 'node:module'
import { hideExperimentalWarnings } from '../experimental-warnings.ts'

// Old versions of Node.js run this file too. Everything that they may lack is loaded after the check of the version.
const { version, engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
const words = process.argv.slice(2)
if (isOlder(process.versions.node, engines.node.replace('>=', ''))) {
  console.error(
    `rulebound ${version} needs Node.js ${engines.node.replace('>=', '')} or newer; this is ${process.version}`,
  )
  process.exitCode = 2
} else {
  // The cache has to be on before other modules load: stripping types and compiling is half of the time to the first answer.
  module.enableCompileCache()
  hideExperimentalWarnings()
  const { createProgram } = await import('./program.ts')
  const program = await createProgram(words, version)
  await program.parseAsync(words, { from: 'user' })
}

function isOlder(version: string, floor: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [floorMajor = 0, floorMinor = 0] = floor.split('.').map(Number)
  return major < floorMajor || (major === floorMajor && minor < floorMinor)
}
