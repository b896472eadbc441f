import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
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

interface Paths {
  /** Shared by all tools. */
  cache: string
  /** The folder of this tool. */
  folder: string
  /** The OpenAPI document, and the name of the client, fit for an identifier. */
  document: { file: string; name: string }
}

const programs = fileURLToPath(new URL('programs/', import.meta.url))
const typescript = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))
const generatorVersion = '7.17.0'
const pythonPackages = [
  ...['openapi-python-client==0.29.1', 'datamodel-code-generator==0.89.0', 'pydantic>=2', 'httpx', 'attrs'],
  ...['python-dateutil', 'urllib3', 'typing-extensions'],
]

const python = (cache: string, ...parts: string[]) => join(cache, 'python/bin', ...parts)
const jar = (cache: string) =>
  join(
    cache,
    `maven/org/openapitools/openapi-generator-cli/${generatorVersion}/openapi-generator-cli-${generatorVersion}.jar`,
  )

const installPython = (cache: string): Command[] => [
  { command: 'python3', args: ['-m', 'venv', 'python'], cwd: cache },
  { command: python(cache, 'pip'), args: ['install', '--quiet', ...pythonPackages], cwd: cache },
]

const installGenerator = (cache: string): Command[] => [
  {
    command: 'mvn',
    args: [
      ...['--quiet', 'dependency:get', `-Dartifact=org.openapitools:openapi-generator-cli:${generatorVersion}`],
      ...['-Dtransitive=false', `-Dmaven.repo.local=${join(cache, 'maven')}`],
    ],
    cwd: cache,
  },
]

const openapiGenerator =
  (generator: string, options: (name: string) => string, place = (name: string) => name) =>
  ({ cache, folder, document }: Paths): Command => ({
    command: 'java',
    args: [
      ...['-jar', jar(cache), 'generate', '-g', generator, '-i', document.file],
      ...['-o', join(folder, place(document.name)), `--additional-properties=${options(document.name)}`],
      ...['--global-property', 'apiTests=false,modelTests=false,apiDocs=false,modelDocs=false'],
    ],
    cwd: folder,
  })

const goModule = (folder: string): Command[] => {
  writeFileSync(join(folder, 'go.mod'), 'module clients\n\ngo 1.24\n')
  return [
    { command: 'go', args: ['mod', 'tidy'], cwd: folder },
    { command: 'go', args: ['build', './...'], cwd: folder },
  ]
}

function place(program: string, folder: string, ...path: string[]): void {
  const target = join(folder, ...path)
  mkdirSync(join(target, '..'), { recursive: true })
  copyFileSync(join(programs, program), target)
}

const importAll = (modules: readonly string[]) => modules.map((name) => `import ${name}`).join('\n')

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
  {
    name: `openapi-generator ${generatorVersion}, go`,
    language: 'Go',
    needs: ['java', 'mvn', 'go'],
    document: 'openapi-3.0.yaml',
    install: installGenerator,
    generate: openapiGenerator('go', (name) => `packageName=${name},withGoMod=false,enumClassPrefix=true`),
    compile: ({ folder }) => {
      place('openapi-generator.go', folder, 'main/main.go')
      return goModule(folder)
    },
    call: ({ folder }) => ({ command: 'go', args: ['run', './main'], cwd: folder }),
  },
  {
    name: `openapi-generator ${generatorVersion}, java`,
    language: 'Java',
    needs: ['java', 'javac', 'mvn'],
    document: 'openapi-3.0.yaml',
    install: installGenerator,
    generate: openapiGenerator(
      'java',
      (name) => `library=native,invokerPackage=${name},apiPackage=${name}.api,modelPackage=${name}.model`,
    ),
    compile: ({ cache, folder }, names) => {
      const sources = names.flatMap((name) => filesBelow(join(folder, name, 'src/main/java')))
      writeFileSync(join(folder, 'sources'), [...sources, join(programs, 'Main.java')].join('\n'))
      return [
        {
          command: 'mvn',
          args: [
            ...['--quiet', '-f', 'oauth_token/pom.xml', `-Dmaven.repo.local=${join(cache, 'maven')}`],
            ...['dependency:copy-dependencies', `-DoutputDirectory=${join(folder, 'lib')}`],
          ],
          cwd: folder,
        },
        { command: 'javac', args: ['-nowarn', '-d', 'classes', '-cp', 'lib/*', '@sources'], cwd: folder },
      ]
    },
    call: ({ folder }) => ({ command: 'java', args: ['-cp', 'classes:lib/*', 'Main'], cwd: folder }),
  },
  {
    name: `openapi-generator ${generatorVersion}, python`,
    language: 'Python',
    needs: ['java', 'mvn', 'python3'],
    document: 'openapi-3.0.yaml',
    install: (cache) => [...installGenerator(cache), ...installPython(cache)],
    // A package called `secrets` would stand before the one of the standard library.
    generate: openapiGenerator('python', (name) => `packageName=${name === 'secrets' ? 'secrets_service' : name}`),
    compile: ({ cache, folder }, names) =>
      names.map((name) => ({
        command: python(cache, 'python'),
        args: ['-c', importAll([name === 'secrets' ? 'secrets_service' : name])],
        cwd: join(folder, name),
      })),
    call: ({ cache, folder }) => ({
      command: python(cache, 'python'),
      args: [join(programs, 'openapi_generator.py')],
      cwd: folder,
      env: { PYTHONPATH: join(folder, 'orders') },
    }),
  },
  {
    name: `openapi-generator ${generatorVersion}, typescript-fetch`,
    language: 'TypeScript',
    needs: ['java', 'mvn'],
    document: 'openapi-3.0.yaml',
    install: installGenerator,
    generate: openapiGenerator('typescript-fetch', () => 'supportsES6=true'),
    compile: ({ folder }, names) => {
      place('openapi-generator.mjs', folder, 'main.mjs')
      writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}')
      return [
        {
          command: process.execPath,
          args: [
            ...[typescript, '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'commonjs'],
            ...['--rootDir', '.', '--outDir', 'js', ...names.map((name) => `${name}/index.ts`)],
          ],
          cwd: folder,
        },
      ]
    },
    call: ({ folder }) => ({ command: process.execPath, args: ['main.mjs'], cwd: folder }),
  },
  {
    name: `openapi-generator ${generatorVersion}, rust`,
    language: 'Rust',
    needs: ['java', 'mvn', 'cargo'],
    document: 'openapi-3.0.yaml',
    install: installGenerator,
    generate: openapiGenerator('rust', (name) => `packageName=${name},library=reqwest`),
    compile: ({ cache, folder }, names) => {
      place('openapi-generator.rs', folder, 'main/src/main.rs')
      writeFileSync(
        join(folder, 'Cargo.toml'),
        `[workspace]\nresolver = "2"\nmembers = ${JSON.stringify([...names, 'main'])}\n`,
      )
      writeFileSync(
        join(folder, 'main/Cargo.toml'),
        [
          '[package]\nname = "main"\nversion = "1.0.0"\nedition = "2021"\n\n[dependencies]',
          'orders = { path = "../orders" }\nreqwest = { version = "^0.12", default-features = false }',
          'tokio = { version = "1", features = ["rt", "macros"] }\n',
        ].join('\n'),
      )
      return [
        { command: 'cargo', args: ['build', '--quiet'], cwd: folder, env: { CARGO_TARGET_DIR: join(cache, 'rust') } },
      ]
    },
    call: ({ cache, folder }) => ({ command: join(cache, 'rust/debug/main'), args: [], cwd: folder }),
  },
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

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}
