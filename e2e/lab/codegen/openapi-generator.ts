import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from './command.ts'
import { importAll, installPython, python } from './python.ts'
import { goModule, type Paths, place, programs, type Tool } from './tool.ts'

const typescript = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url))
const generatorVersion = '7.17.0'
const jar = (cache: string) =>
  join(
    cache,
    `maven/org/openapitools/openapi-generator-cli/${generatorVersion}/openapi-generator-cli-${generatorVersion}.jar`,
  )

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

/** The generators of openapi-generator, by language. */
export const openapiGenerators: readonly Tool[] = [
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
    // A package called `secrets` would hide the one of the standard library.
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
      for (const file of names.flatMap((name) => filesBelow(join(folder, name, 'src/apis')))) mendPathOfArray(file)
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
]

/** The Rust template writes an expression whose type the compiler cannot infer if a path parameter is an array. */
function mendPathOfArray(file: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('.join(",").as_ref()', '.join(",")'))
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}
