import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openapiGenerators } from './openapi-generator.ts'
import { importAll, installPython, python } from './python.ts'
import { goModule, place, programs, type Tool } from './tool.ts'

export const tools: readonly Tool[] = [
  {
    name: 'oapi-codegen 2.8',
    language: 'Go',
    needs: ['go'],
    document: 'openapi-3.0.yaml',
    install: (cache) => [
      {
        command: 'go',
        args: ['install', 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'],
        cwd: cache,
        env: { GOBIN: join(cache, 'go') },
      },
    ],
    generate: ({ cache, folder, document: { file, name } }) => {
      mkdirSync(join(folder, name), { recursive: true })
      return {
        command: join(cache, 'go/oapi-codegen'),
        args: ['-generate', 'types,client', '-package', 'api', '-o', join(name, 'api.go'), file],
        cwd: folder,
      }
    },
    compile: ({ folder }) => {
      place('oapi-codegen.go', folder, 'main/main.go')
      return goModule(folder)
    },
    call: ({ folder }) => ({ command: 'go', args: ['run', './main'], cwd: folder }),
  },
  ...openapiGenerators,
  {
    name: 'openapi-python-client 0.29',
    language: 'Python',
    needs: ['python3'],
    document: 'openapi.yaml',
    install: installPython,
    generate: ({ cache, folder, document: { file, name } }) => {
      writeFileSync(join(folder, 'config.yaml'), 'post_hooks: []\n')
      mkdirSync(join(folder, 'clients'), { recursive: true })
      return {
        command: python(cache, 'openapi-python-client'),
        args: [
          ...['generate', '--path', file, '--meta', 'none', '--overwrite', '--fail-on-warning'],
          ...['--config', 'config.yaml', '--output-path', `clients/${name}`],
        ],
        cwd: folder,
      }
    },
    compile: ({ cache, folder }) => [
      { command: python(cache, 'python'), args: ['-m', 'compileall', '-q', 'clients'], cwd: folder },
    ],
    call: ({ cache, folder }) => ({
      command: python(cache, 'python'),
      args: [join(programs, 'openapi_python_client.py')],
      cwd: folder,
      env: { PYTHONPATH: folder },
    }),
  },
  {
    name: 'datamodel-code-generator 0.89',
    language: 'Python',
    needs: ['python3'],
    document: 'openapi.yaml',
    install: installPython,
    generate: ({ cache, folder, document: { file, name } }) => {
      mkdirSync(join(folder, 'models'), { recursive: true })
      return {
        command: python(cache, 'datamodel-codegen'),
        args: [
          ...['--input', file, '--input-file-type', 'openapi', '--output', `models/${name}.py`],
          ...['--output-model-type', 'pydantic_v2.BaseModel', '--formatters', 'builtin'],
        ],
        cwd: folder,
      }
    },
    compile: ({ cache, folder }, names) => [
      {
        command: python(cache, 'python'),
        args: ['-c', importAll(names.map((name) => `models.${name}`))],
        cwd: folder,
      },
    ],
    call: undefined,
  },
]
