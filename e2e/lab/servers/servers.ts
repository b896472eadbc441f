import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../src/workspace/root.ts'

/** A server that a registry has, and its own document. */
export interface PublicServer {
  from: 'pip' | 'go'
  packages: string[]
  /** A path on the server, or a file below the folder of the packages. */
  document: string
  basePath?: string
  start: (folder: string, port: number, data: string) => { command: string[]; env?: NodeJS.ProcessEnv }
  secret?: (data: string) => string
  /** Role or security scheme of the document. */
  credential?: string
  /** Header that has the credential, if the document has no security scheme of it. */
  header?: string
  /** Header in which Schemathesis sends the credential: Authorization if it is left out. */
  sends?: string
}

/** Versions as they were judged. */
export const servers: Record<string, PublicServer> = {
  kinto: {
    from: 'pip',
    packages: ['kinto==26.5.0', 'waitress'],
    document: '/v1/__api__',
    basePath: '/v1',
    start(folder, port, data) {
      const file = join(data, 'kinto.ini')
      const settings = [
        ...['[app:main]', 'use = egg:kinto', 'kinto.userid_hmac_secret = throw-away', 'kinto.includes ='],
        ...['kinto.storage_backend = kinto.core.storage.memory', 'kinto.cache_backend = kinto.core.cache.memory'],
        'kinto.permission_backend = kinto.core.permission.memory',
        ...['kinto.bucket_create_principals = system.Authenticated', 'multiauth.policies = basicauth'],
        ...['[server:main]', 'use = egg:waitress#main', 'host = 127.0.0.1', `port = ${port}`],
        ...['[loggers]', 'keys = root', '[handlers]', 'keys =', '[formatters]', 'keys =', '[logger_root]'],
        ...['level = WARNING', 'handlers ='],
      ]
      writeFileSync(file, settings.join('\n'))
      return { command: [join(folder, 'bin/pserve'), file] }
    },
    secret: () => `Basic ${Buffer.from('ada:throw-away').toString('base64')}`,
    header: 'Authorization',
  },
  jupyter: {
    from: 'pip',
    packages: ['jupyter_server==2.21.1'],
    document: 'lib/python3.11/site-packages/jupyter_server/services/api/api.yaml',
    start: (folder, port, data) => ({
      command: [
        ...[join(folder, 'bin/jupyter-server'), '--no-browser', '--allow-root', `--ServerApp.port=${port}`],
        ...['--ServerApp.ip=127.0.0.1', `--ServerApp.root_dir=${data}`, '--IdentityProvider.token=throw-away'],
      ],
      env: { HOME: data, JUPYTER_CONFIG_DIR: data, JUPYTER_DATA_DIR: data },
    }),
    secret: () => 'token throw-away',
    header: 'Authorization',
  },
  chroma: {
    from: 'pip',
    packages: ['chromadb==1.5.9'],
    document: '/openapi.json',
    start: (folder, port, data) => ({
      command: [join(folder, 'bin/chroma'), 'run', '--path', data, '--host', '127.0.0.1', '--port', String(port)],
    }),
  },
  prefect: {
    from: 'pip',
    packages: ['prefect==3.9.1'],
    document: '/openapi.json',
    basePath: '/api',
    start: (folder, port, data) => ({
      command: [join(folder, 'bin/prefect'), 'server', 'start', '--host', '127.0.0.1', '--port', String(port)],
      env: { PREFECT_HOME: data, PREFECT_SERVER_ANALYTICS_ENABLED: 'false', DO_NOT_TRACK: '1' },
    }),
  },
  alertmanager: {
    from: 'go',
    packages: ['github.com/prometheus/alertmanager@v0.35.0', 'cmd/alertmanager'],
    document: 'api/v2/openapi.yaml',
    basePath: '/api/v2',
    start(folder, port, data) {
      const file = join(data, 'alertmanager.yml')
      writeFileSync(file, 'route: {receiver: nobody}\nreceivers: [{name: nobody}]\n')
      const flags = [`--config.file=${file}`, `--storage.path=${data}`, '--cluster.listen-address=']
      return { command: [join(folder, 'bin/server'), ...flags, `--web.listen-address=127.0.0.1:${port}`] }
    },
  },
  mailpit: {
    from: 'go',
    packages: ['github.com/axllent/mailpit@v1.33.1', ''],
    document: 'server/ui/api/v1/swagger.json',
    start: (folder, port) => ({
      command: [join(folder, 'bin/server'), '--listen', `127.0.0.1:${port}`, '--smtp', '127.0.0.1:0'],
    }),
  },
  changedetection: {
    from: 'pip',
    packages: ['changedetection.io==0.60.10'],
    document: 'lib/python3.11/site-packages/changedetectionio/docs/api-spec.yaml',
    basePath: '/api/v1',
    start: (folder, port, data) => ({
      command: [join(folder, 'bin/changedetection.io'), '-d', data, '-h', '127.0.0.1', '-p', String(port)],
      // It looks at the pages that it is told to watch.
      env: { HTTP_PROXY: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9', FETCH_WORKERS: '1' },
    }),
    secret(data) {
      const { settings } = JSON.parse(readFileSync(join(data, 'changedetection.json'), 'utf8'))
      return settings.application.api_access_token
    },
    credential: 'ApiKeyAuth',
    sends: 'x-api-key',
  },
}

/** Installs packages of a registry into a folder for this name, once, and returns the folder. */
export function install(from: PublicServer['from'], name: string, ...packages: string[]): string {
  const folder = join(root, '.cache/servers', name)
  const marker = join(folder, 'installed')
  const wanted = packages.join(' ')
  try {
    if (readFileSync(marker, 'utf8') === wanted) return folder
  } catch {}
  mkdirSync(folder, { recursive: true })
  const [source = '', program = ''] = packages
  const script =
    from === 'pip'
      ? `python3 -m venv . && bin/pip install --quiet ${wanted}`
      : // A module has no web pages that a build would embed, and is refused without a file in their place.
        `cp -r "$(go mod download -json ${source} | sed -n 's/.*"Dir": "\\(.*\\)".*/\\1/p')/." . && chmod -R u+w . &&` +
        ` mkdir -p ui/app/dist && touch ui/app/dist/empty && go build -o bin/server ./${program}`
  const { status, stderr } = spawnSync('sh', ['-c', script], { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${name} can't be installed: ${stderr.trim().split('\n').at(-1)}`)
  writeFileSync(marker, wanted)
  return folder
}
