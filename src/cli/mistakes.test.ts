import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from '../temporary-folder.fixture.ts'
import { callCommand } from './call-command.fixture.ts'
import { cli } from './run-command.fixture.ts'

const petstore = `openapi: 3.0.3
info: {title: Pet store, version: 1.0.0}
servers: [{url: https://pets.example/v1}]
security: [{key: []}]
paths:
  /pets:
    get:
      operationId: listPets
      parameters: [{name: limit, in: query, schema: {type: integer, maximum: 100}}]
      responses:
        '200': {description: The pets., content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Pet'}}}}}
    post:
      operationId: createPet
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}
      responses:
        '201': {description: The new pet., content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}
  /pets/{petId}:
    parameters: [{name: petId, in: path, required: true, schema: {type: integer}}]
    get:
      operationId: getPet
      responses:
        '200': {description: The pet., content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}
        '404': {description: No such pet., content: {application/json: {schema: {$ref: '#/components/schemas/Error'}}}}
    delete:
      operationId: deletePet
      responses: {'204': {description: The pet is gone.}}
components:
  securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}
  schemas:
    Pet:
      type: object
      required: [id, name]
      properties: {id: {type: integer, readOnly: true}, name: {type: string, minLength: 1}, tag: {type: string, pattern: '^(?!x)[a-z]+$'}}
    Error: {type: object, required: [message], properties: {message: {type: string}}}
`
const head = 'openapi: 3.0.3\ninfo: {title: a, version: "1"}\n'
const target = (entry: string) => `title: a\ninterfaces: {${entry}}\n`

/** What lies in the folder where the mistakes are made. */
const files: Readonly<Record<string, string | Buffer>> = {
  'petstore.yaml': petstore,
  'swagger3.yaml': petstore.replace('openapi: 3.0.3', 'swagger: 3.0.3'),
  'nopaths.yaml': head,
  'four.yaml': head.replace('3.0.3', '4.0.0'),
  'broken.yaml': 'openapi: [\n',
  'empty.yaml': '',
  'list.yaml': '- a\n',
  'cut.json': '{"openapi": "3.0.3", "info": ',
  'text.txt': 'hello\n',
  'binary.yaml': Buffer.from([0, 255, 1]),
  'c1.yaml': '/pest: {key: id}\n',
  'c2.yaml': '/pets: {kye: id}\n',
  'c3.yaml': '/pets: {key: idd}\n',
  'c4.yaml': '/pets: true\n',
  's1.yaml': 'interfaces: {petstor: {}}\n',
  's2.yaml': 'a: [\n',
  's4.yaml': 'records: {}\n',
  's5.yaml': 'interfaces: {petstore: {records: {/pest: {}}}}\n',
  't1.yaml': target('petstor: {baseUrl: "http://a"}'),
  'k1.yaml': 'interfaces: {petstore: {known: {getPets/200: {because: x}}}}\n',
  't2.yaml': target('petstore: {baseUrl: "http://a", alow: nothing}'),
  'empty.har': '{"log": {"entries": []}}',
  'no.har': '{"a": 1}',
  'cut.har': '{"log": {"entries": [{',
  'answers.yaml': 'title: x\n',
  'acc.yaml': 'accepted: {}\n',
  'logo.txt': 'a',
  'big.png': Buffer.alloc(200_000),
  file: 'x',
}

const folder = temporaryFolder()
const before = process.cwd()
beforeAll(() => {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  mkdirSync(join(folder, 'nothing'))
  process.chdir(folder)
})
afterAll(() => process.chdir(before))

/** `file` is a file: below it, nothing can be written, whoever the user is. */
it.each([
  ['mock ./none.yaml', './none.yaml does not exist; give the path of an OpenAPI document'],
  [
    'mock ./broken.yaml',
    './broken.yaml:2:1 /openapi  YAML: Flow sequence in block collection must be sufficiently indented and end with a ]',
  ],
  ['mock petstore.yml', 'petstore.yml does not exist; did you mean ./petstore.yaml?'],
  ['lint ./nothing/../petstor.yaml', './nothing/../petstor.yaml does not exist; did you mean petstore.yaml?'],
  ['mock ./empty.yaml', './empty.yaml:1:1 /  The file must hold a mapping, `key: value`; it holds none.'],
  ['mock ./text.txt', './text.txt:1:1 /  it is not a mapping with `openapi` or `swagger`'],
  ['mock ./list.yaml', './list.yaml:1:1 /  it is not a mapping with `openapi` or `swagger`'],
  ['mock ./binary.yaml', './binary.yaml:1:1 /  The file must hold a mapping'],
  ['mock ./nothing', './nothing has no OpenAPI document; name a folder that has one, or a file'],
  ['mock ./file/x.yaml', './file/x.yaml cannot be read (ENOTDIR); name a file that this user may read'],
  [
    'mock ./swagger3.yaml --port 0',
    './swagger3.yaml:1:1 /  it is not an OpenAPI document of version 2 or 3: version 3.0.3 is written as `openapi: 3.0.3`',
  ],
  ['mock ./nopaths.yaml --port 0', './nopaths.yaml:1:1 /  it has no `paths`, which OpenAPI 3.0 requires'],
  ['mock ./four.yaml', './four.yaml:1:1 /  it is not an OpenAPI document of version 2 or 3: it says version 4.0.0'],
  ['mock ./cut.json', './cut.json:1:30 /  YAML: Flow map must end with a }'],
  ['mock petstore', "unknown interface 'petstore'; for the document that lies here, write ./petstore.yaml"],
  ['mock petstor', "unknown interface 'petstor'; for the document that lies here, write ./petstore.yaml"],
  ['mock ordres', "unknown interface 'ordres'; did you mean 'orders'?"],
  [
    'mock http://127.0.0.1:1/openapi.json',
    'http://127.0.0.1:1/openapi.json cannot be read: bad port; is the server running, and the address right?',
  ],
  ['mock http://', 'http:// is no address: it begins with http:// or https://, and a host follows'],
  [
    'mock ./petstore.yaml --collections none.yaml',
    'none.yaml: there is no such file or folder; make it, or name another (ENOENT)',
  ],
  [
    'mock ./petstore.yaml --collections c1.yaml',
    "c1.yaml:1:1  /pest: the document has no such path; did you mean '/pets'?",
  ],
  ['mock ./petstore.yaml --collections c2.yaml', "c2.yaml:1:9  /pets.kye: there is no such key; did you mean 'key'?"],
  [
    'mock ./petstore.yaml --collections c3.yaml',
    "c3.yaml:1:9  /pets.key: no record there has a member 'idd'; did you mean 'id'?",
  ],
  [
    'mock ./petstore.yaml --collections c4.yaml',
    'c4.yaml:1:1  /pets: write `{key: petId}` with the member that names a record, or `false` for no records',
  ],
  ['mock ./petstore.yaml --collections nothing', 'nothing: it is a folder; name a file in it (EISDIR)'],
  [
    'mock ./petstore.yaml --collections list.yaml',
    'list.yaml:1:1  The file must hold a mapping, `key: value`; it holds none.',
  ],
  [
    'mock ./petstore.yaml --seed none.yaml',
    'none.yaml: there is no such file or folder; make it, or name another (ENOENT)',
  ],
  ['mock ./petstore.yaml --seed nothing', 'nothing: it is a folder; name a file in it (EISDIR)'],
  [
    'mock ./petstore.yaml --seed s1.yaml',
    "s1.yaml:1:14  interfaces.petstor: The mock serves no interface 'petstor'; known are petstore.",
  ],
  [
    'mock ./petstore.yaml --seed s2.yaml',
    's2.yaml:2:1  YAML: Flow sequence in block collection must be sufficiently indented and end with a ]',
  ],
  [
    'mock ./petstore.yaml --seed s4.yaml',
    's4.yaml:1:1  records: a seed begins with `interfaces`: write `interfaces: {orders: {records: …}}`',
  ],
  [
    'mock ./petstore.yaml --seed s5.yaml',
    "s5.yaml:1:14  interfaces.petstore: '/pest' is not a record kind of petstore; known are none.",
  ],
  [
    'mock ./petstore.yaml --seed ./petstore.yaml',
    './petstore.yaml:1:1  openapi: a seed begins with `interfaces`: write `interfaces: {orders: {records: …}}`',
  ],
  [
    'mock ./petstore.yaml --port 70000',
    "error: option '-p, --port <number>' is invalid. Give a whole number from 0 to 65535.",
  ],
  ['mock ./petstore.yaml --port', "error: option '-p, --port <number>' argument missing"],
  ['mock ./petstore.yaml --prot 4010', "error: unknown option '--prot'; did you mean --port?"],
  [
    'mock ./petstore.yaml --tls-cert none.pem --tls-key none.key',
    'none.pem: there is no such file or folder; make it, or name another (ENOENT)',
  ],
  [
    'mock ./petstore.yaml --tls-cert text.txt --tls-key text.txt',
    '--tls-cert text.txt holds no certificate in PEM, which begins with -----BEGIN CERTIFICATE-----.',
  ],
  ['mock ./petstore.yaml --state nothing', 'nothing is not a file; give the path of a file'],
  [
    'mock ./petstore.yaml --state text.txt',
    'text.txt is not a state file of the mock, and was not changed; use another file',
  ],
  [
    'mock ./petstore.yaml --state none/x.db',
    'none/x.db cannot be used: unable to open database file; check that its folder exists, that this user may read and write both, and that the disk has sp',
  ],
  [
    'mock ./petstore.yaml --allow-files none --port 0',
    'none: there is no such file or folder; make it, or name another (ENOENT)',
  ],
  [
    'mock ./petstore.yaml --workers 2',
    'several processes do not share records in memory; add --state valkey://host:6379 or --examples, or leave out --workers',
  ],
  ['mock ./petstore.yaml --explain-state', "error: unknown option '--explain-state'"],
  ['mock state ./none.yaml', './none.yaml does not exist; give the path of an OpenAPI document'],
  ['mock state ./petstore.yaml --port 1', "error: --port is not for 'state'"],
  [
    'docs ./petstore.yaml --out file',
    'file is a file, or has one above it, and the documentation goes to a folder; name a new folder with --out',
  ],
  [
    'docs ./petstore.yaml --out file/site',
    'file/site is a file, or has one above it, and the documentation goes to a folder; name a new folder with --out',
  ],
  [
    'docs ./petstore.yaml --logo none.png',
    'none.png: there is no such file or folder; make it, or name another (ENOENT)',
  ],
  [
    'docs ./petstore.yaml --logo logo.txt',
    '--logo logo.txt is no picture: give one of .gif, .jpg, .jpeg, .png, .svg, .webp',
  ],
  ['docs ./petstore.yaml --logo big.png', '--logo big.png has 200000 bytes; at most 100000 are taken'],
  [
    'docs ./petstore.yaml --accent blue',
    "error: option '--accent <colour>' is invalid. A colour is written as #0b5cad.",
  ],
  [
    'docs ./petstore.yaml --seen answers.yaml',
    'answers.yaml is not a file that `verify --learn` has written: it needs a title, the day `seen`, and for each gap of its interfaces a list `seen` of an',
  ],
  [
    'docs ./petstore.yaml --seen none.yaml',
    'none.yaml: there is no such file or folder; make it, or name another (ENOENT)',
  ],
  ['lint ./none.yaml', './none.yaml does not exist; give the path of an OpenAPI document'],
  [
    'lint ./broken.yaml',
    './broken.yaml:2:1 /openapi  YAML: Flow sequence in block collection must be sufficiently indented and end with a ]',
  ],
  [
    'lint ./petstore.yaml --report xml=a',
    "error: option '--report <format=file>' is invalid. Write it as junit=junit.xml; formats are ",
  ],
  [
    'lint ./petstore.yaml --report json',
    "error: option '--report <format=file>' is invalid. Write it as junit=junit.xml; formats are ",
  ],
  [
    'lint ./petstore.yaml --report json=file/x.json',
    'file/x.json: a file is where a folder has to be; name another place (EEXIST)',
  ],
  ['lint ./petstore.yaml --report json=nothing', 'nothing: it is a folder; name a file in it (EISDIR)'],
  [
    'lint nothere',
    'there is no redocly.yaml here or in a folder above, which names the documents; name a document, or write one with: npx rulebound init',
  ],
  ['diff ./petstore.yaml ./none.yaml', './none.yaml does not exist; give the path of an OpenAPI document'],
  ['diff ./petstore.yaml ./text.txt', './text.txt:1:1 /  it is not a mapping with `openapi` or `swagger`'],
  [
    'diff nothing:petstore.yaml petstore.yaml',
    'there is no git repository here, and so nothing to compare with; name two documents, the older one first',
  ],
  [
    'diff ./petstore.yaml ./petstore.yaml --accepted acc.yaml',
    'acc.yaml:1:1  accepted: write a list of accepted changes, each with `id` and `because`',
  ],
  [
    'diff ./petstore.yaml ./petstore.yaml --fail-on bad',
    "error: option '--fail-on <level>' is invalid. Allowed choices are breaking, ",
  ],
  [
    'diff nosuchref',
    'there is no redocly.yaml here or in a folder above, which names the documents; name a document, or write one with: npx rulebound init',
  ],
  ['generate ./none.yaml', './none.yaml does not exist; give the path of an OpenAPI document'],
  [
    'generate nothere',
    'there is no redocly.yaml here or in a folder above, which names the documents; name a document, or write one with: npx rulebound init',
  ],
  ['init --from none.yaml', 'none.yaml: there is no such file or folder; make it, or name another (ENOENT)'],
  [
    'new Bad_Name',
    'there is no redocly.yaml here or in a folder above, which names the documents; name a document, or write one with: npx rulebound init',
  ],
  ['rules ./none.yaml', './none.yaml does not exist; give the path of an OpenAPI document'],
  ['rules nothere', "unknown interface 'nothere'; known are "],
  [
    'rules add /paths ./petstore.yaml',
    '/paths has no sentence that is not a rule; rulebound rules --drafts lists them',
  ],
  [
    'verify ./petstore.yaml --base-url http://127.0.0.1:1',
    'petstore: http://127.0.0.1:1 cannot be used: nothing listens there; is the server running, and is the port right? (ECONNREFUSED)',
  ],
  [
    'verify ./petstore.yaml --base-url nonsense',
    "error: option '--base-url <url>' is invalid. It is an absolute URL. The URL begins with http:// or https://.",
  ],
  [
    'verify ./petstore.yaml --base-url http://me:pw@127.0.0.1:1',
    "error: option '--base-url <url>' is invalid. The URL has no user and no password; the requests themselves carry credentials.",
  ],
  [
    'verify ./petstore.yaml --target none.yaml',
    'none.yaml: there is no such file or folder; make it, or name another (ENOENT)',
  ],
  [
    'verify ./petstore.yaml --target t1.yaml',
    "t1.yaml:2:14  interfaces.petstor: is an unknown interface; did you mean 'petstore'?",
  ],
  [
    'verify ./petstore.yaml --target t2.yaml',
    "t2.yaml:2:46  interfaces.petstore.alow: is an unknown key; did you mean 'allow'?",
  ],

  [
    'verify ./petstore.yaml --known k1.yaml',
    "k1.yaml:1:33  interfaces.petstore.known.getPets/200: is an unknown rule; did you mean 'getPet/200'?",
  ],
  ['verify ./petstore.yaml --known empty.yaml', 'empty.yaml:1:1  The file must hold a mapping'],
  ['verify ./petstore.yaml --target nothing', 'nothing: it is a folder; name a file in it (EISDIR)'],
  [
    'verify ./petstore.yaml --credential full',
    "error: option '--credential <name=env>' is invalid. Write it as 'full=env:API_TOKEN'.",
  ],
  [
    'verify ./petstore.yaml --credential full=secret --base-url http://127.0.0.1:1',
    '--credential full: a secret must not stand in the arguments, where every process sees it: put it into the environment, and write --credential full=env',
  ],
  [
    'verify ./petstore.yaml --header broken --base-url http://127.0.0.1:1',
    "error: option '--header <name: value>' is invalid. Write it as 'X-Gateway-Key: value'.",
  ],
  [
    'verify ./petstore.yaml --only [',
    "error: option '--only <pattern>' is invalid. Invalid regular expression: /[/: Unterminated character class",
  ],
  ['verify ./petstore.yaml --only nosuch', 'no rule matches /nosuch/'],
  [
    'verify ./petstore.yaml --for soon',
    "error: option '--for <time>' is invalid. A duration is a number and its unit: 500ms, 5s, 10m, 1h; at most 24 days.",
  ],
  ['verify ./petstore.yaml --merge', '--merge is for a target file: name it by --target'],
  [
    'verify ./petstore.yaml --report json=file/x',
    'file/x: a file is where a folder has to be; name another place (EEXIST)',
  ],
  [
    'verify ./petstore.yaml --allow all',
    "error: option '--allow <what>' is invalid. Allowed choices are nothing, reversible, lasting.",
  ],
  ['verify plan ./petstore.yaml', 'a plan is for a server: name it by --base-url or --target'],
  ['verify pln ./petstore.yaml', "unknown interface 'pln'; did you mean 'verify plan'?"],
  ['mock stat', "unknown interface 'stat'; did you mean 'mock state'?"],
  [
    './petstore.yaml',
    "error: unknown command './petstore.yaml'; a command stands before a document: rulebound mock ./petstore.yaml",
  ],
  ['verify ./petstore.yaml --undo-file nothing --quiet', 'nothing: it is a folder; name a file in it (EISDIR)'],
  ['verify ./petstore.yaml --learn nothing', 'nothing: it is a folder; name a file in it (EISDIR)'],
  [
    'verify ./petstore.yaml --record file/x.yaml',
    'file/x.yaml: a file is where a folder has to be; name another place (EEXIST)',
  ],
  ['mock ./petstore.yaml --overlay none.yaml', 'none.yaml does not exist; give the path of an overlay'],
  [
    'mock ./petstore.yaml --state valkeys://127.0.0.1:1 --state-ca none.yaml',
    'none.yaml: there is no such file or folder; make it, or name another (ENOENT)',
  ],
  [
    'mock ./petstore.yaml --state valkeys://127.0.0.1:1 --state-ca text.txt',
    '--state-ca text.txt holds no certificate in PEM, which begins with -----BEGIN CERTIFICATE-----.',
  ],
  [
    'verify clean ./petstore.yaml --base-url http://127.0.0.1:1 --undo-file undo.jsonl',
    'petstore: http://127.0.0.1:1 cannot be used: nothing listens there; is the server running, and is the port right? (ECONNREFUSED)',
  ],
  [
    'verify init ./petstore.yaml --out petstore.yaml',
    'petstore.yaml is there already: name another file, or remove it',
  ],
  [
    'verify init ./petstore.yaml --out file/target.yaml',
    'file/target.yaml: a file is where a folder has to be; name another place (EEXIST)',
  ],
  ['verify prove ./petstore.yaml --only nosuch', 'no rule matches /nosuch/, so nothing was proven'],
  ['verify --plan', "error: unknown option '--plan'"],
  ['validate none.har ./petstore.yaml', 'none.har: there is no such file or folder; make it, or name another (ENOENT)'],
  ['validate nothing ./petstore.yaml', 'nothing: it is a folder, and a HAR is a file'],
  ['validate empty.har ./petstore.yaml', 'empty.har: no response in it could be checked: it has no entries'],
  ['validate no.har ./petstore.yaml', 'no.har: it is JSON, but not a HAR: it has no array `log.entries`'],
  ['validate cut.har ./petstore.yaml', 'cut.har: it is cut off at byte 22, within entry 1, which begins at byte 21'],
  ['validate petstore.yaml', 'petstore.yaml: it is an OpenAPI document, and a HAR is named first'],
  [
    'lint ./petstore.yaml --report json=/proc/x/y',
    '/proc/x/y: there is no such file or folder; make it, or name another (ENOENT)',
  ],
  ['docs ./petstore.yaml --out /proc/x', '/proc/x: there is no such file or folder; make it, or name another (ENOENT)'],
  ['validate text.txt ./petstore.yaml', 'text.txt: it is not JSON: it begins with "hello\\n"'],
  [
    'validate empty.har ./petstore.yaml --base-url petstore',
    "error: option '--base-url <interface=url>' is invalid. It is written <interface>=<url>. The URL begins with http:// or https://.",
  ],
  [
    'validate empty.har ./petstore.yaml --base-url nope=http://x',
    "--base-url: there is no interface 'nope'; known are petstore, secrets, ",
  ],
  ['validate', "error: missing required argument 'file.har'"],
  ['proxy ./petstore.yaml', "error: required option '--upstream <url>' not specified"],
  [
    'proxy ./petstore.yaml --upstream http://127.0.0.1:1',
    '--upstream: http://127.0.0.1:1 cannot be used: nothing listens there',
  ],
  [
    'proxy ./petstore.yaml --upstream ftp://a',
    "error: option '--upstream <url>' is invalid. It is an absolute URL. The URL begins with http:// or https://.",
  ],
  [
    'proxy ./petstore.yaml --upstream http://127.0.0.1:1 --har file/x.har',
    '--har: file/x.har cannot be written (ENOTDIR)',
  ],
  [
    'proxy ./petstore.yaml --upstream http://127.0.0.1:1 --report json=file/x.json',
    'file/x.json: a file is where a folder has to be; name another place (EEXIST)',
  ],
  [
    'kv-upgrade flags --experimental-foo',
    "error: unknown option '--experimental-foo'; the flags of a server stand after --",
  ],
  [
    'kv-upgrade flags --file none.yaml',
    'none.yaml: there is no such file or folder; make it, or name another (ENOENT)',
  ],
  ['kv-upgrade plan', "error: required option '--endpoints <urls>' not specified"],
  ['explian --help', "error: unknown command 'explian'; known are init, "],
  ['explian', "error: unknown command 'explian'; known are init, "],
  ['completion tcsh', "unknown shell 'tcsh'; did you mean 'bash'?"],
  [
    'mock ./petstore.yaml --strict sometimes',
    "error: option '--strict [level]' is invalid. Write '--strict' after the interfaces, or '--strict=documented'.",
  ],
  ['mock ./petstore.yaml --quiet --log json', '--quiet and --log contradict each other; leave out one of them'],
  ['mock ./petstore.yaml --state-sync full', '--state-sync is about a state file; add --state <file>'],
  ['mock ./petstore.yaml --wait 3', '--wait is about Valkey or Redis; add --state valkey://host:6379, or leave it out'],
  ['mock ./petstore.yaml --log xml', "error: option '--log <form>' is invalid. Allowed choices are text, json."],
  ['dev ./none.yaml', './none.yaml does not exist; give the path of an OpenAPI document'],
  [
    'diff ./petstore.yaml ./swagger3.yaml',
    './swagger3.yaml:1:1 /  it is not an OpenAPI document of version 2 or 3: version 3.0.3 is written as `openapi: 3.0.3`',
  ],
  ['validate empty.har ./none.yaml', './none.yaml does not exist; give the path of an OpenAPI document'],
  ['verify ./petstore.yaml --rate 0', "error: option '--rate <number>' is invalid. Give a whole number from 1."],
  [
    'verify ./petstore.yaml --settle 90',
    "error: option '--settle <seconds>' is invalid. Give a number of seconds from 0 to 60.",
  ],
  [
    'verify ./petstore.yaml --base-url http://127.0.0.1:1 --may delPet',
    "--may delPet: there is no operation of this ID; did you mean 'getPet'?",
  ],
  [
    'verify ./petstore.yaml --base-url http://127.0.0.1:1 --reads nosuch',
    '--reads nosuch: there is no operation of this ID; known are listPets, createPet, getPet, deletePet',
  ],
  ['verify --resource a=b', '--resource is for the server of --base-url'],
])('%s: one line says what, where and how to mend it', async (line, message) => {
  const { stderr, code } = await callCommand(line.split(' '))
  expect(
    stderr
      .replaceAll(/\S*\/(?=none\.yaml: there)/g, '')
      .trim()
      .split('\n'),
  ).toEqual([expect.stringContaining(message)])
  expect([code, stderr]).toEqual([2, expect.not.stringMatching(/^ {4}at /m)])
})

it.each([
  ['rules --json | head -c 10', /^$/, 0],
  [
    'rules --json > /dev/full',
    /^standard output: it cannot be written \(ENOSPC\); make room, or send it elsewhere\n$/,
    2,
  ],
  [
    'lint ./petstore.yaml --report json=/dev/full > /dev/null',
    /^\/dev\/full: the disk is full; make room, or name another place \(ENOSPC\)\n$/,
    2,
  ],
  ['lint ./petstore.yaml > /dev/null', /^$/, 0],
] as const)('%s: a closed pipe is no fault, a full disk is, and warnings alone are none', (line, message, expected) => {
  const script = `${JSON.stringify(process.execPath)} ${JSON.stringify(cli)} ${line}; exit "\${PIPESTATUS[0]}"`
  const { stderr, status } = spawnSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' })
  expect([stderr, status]).toEqual([expect.stringMatching(message), expected])
})
