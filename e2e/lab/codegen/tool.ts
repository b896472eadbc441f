import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from './command.ts'

/** A code generator, with what compiles its output and calls the order API with it. */
export interface Tool {
  name: string
  language: string
  /** Commands that must be installed. */
  needs: readonly string[]
  /** What it generates from. */
  document: 'openapi.yaml' | 'openapi-3.0.yaml'
  /** Installs the tool below the cache folder. */
  install(cache: string): Command[]
  /** Generates the client of one interface. */
  generate(paths: Paths): Command
  /** Compiles the clients of all interfaces. */
  compile(paths: Omit<Paths, 'document'>, names: readonly string[]): Command[]
  /** Calls the order API; undefined for a tool that generates models alone. */
  call: ((paths: Omit<Paths, 'document'>) => Command) | undefined
}

export interface Paths {
  /** Shared by all tools. */
  cache: string
  /** The folder of this tool. */
  folder: string
  /** The OpenAPI document, and the name of the client, fit for an identifier. */
  document: { file: string; name: string }
}

export const programs: string = fileURLToPath(new URL('programs/', import.meta.url))

/** Copies the program that calls the order API below the folder of a tool. */
export function place(program: string, folder: string, ...path: string[]): void {
  const target = join(folder, ...path)
  mkdirSync(join(target, '..'), { recursive: true })
  copyFileSync(join(programs, program), target)
}

/** Makes one Go module of the clients and the program. */
export function goModule(folder: string): Command[] {
  writeFileSync(join(folder, 'go.mod'), 'module clients\n\ngo 1.24\n')
  return [
    { command: 'go', args: ['mod', 'tidy'], cwd: folder },
    { command: 'go', args: ['build', './...'], cwd: folder },
  ]
}
