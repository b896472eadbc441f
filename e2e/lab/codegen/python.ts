import { join } from 'node:path'
import type { Command } from './command.ts'

const packages = [
  ...['openapi-python-client==0.29.1', 'datamodel-code-generator==0.89.0', 'pydantic>=2', 'httpx', 'attrs'],
  ...['python-dateutil', 'urllib3', 'typing-extensions'],
]

/** A command of the virtual environment that all tools in Python share. */
export function python(cache: string, command: string): string {
  return join(cache, 'python/bin', command)
}

export function installPython(cache: string): Command[] {
  return [
    { command: 'python3', args: ['-m', 'venv', 'python'], cwd: cache },
    { command: python(cache, 'pip'), args: ['install', '--quiet', ...packages], cwd: cache },
  ]
}

/** A program that imports modules. */
export function importAll(modules: readonly string[]): string {
  return modules.map((name) => `import ${name}`).join('\n')
}
