import { globSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, parse } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PublishedDocument, ReadOptions } from '../contract/published/read-document.ts'
import { nearestName } from '../contract/suggest.ts'
import { printableLines } from '../printable.ts'
import { UserError } from '../user-error.ts'
import { bundled } from '../workspace/bundled.ts'
import { findRoot, isPath } from '../workspace/find-root.ts'
import { openWorkspace } from '../workspace/open-workspace.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { DocumentFlags } from './common-flags.ts'

/**
 * Opens what the words of a command name, and tells what the user may not expect of it.
 *
 * @throws {UserError} for documents that cannot be read, and for a name that no interface has
 */
export async function openWords(words: readonly string[], flags: Partial<DocumentFlags> = {}): Promise<Workspace> {
  const workspace = await openWorkspace({ ...(await readWords(words, flags)), from: process.cwd() })
  for (const remark of workspace.remarks) console.error(remark)
  return workspace
}

/** The same for what needs a document. */
export async function openInterfaces(words: readonly string[], flags?: Partial<DocumentFlags>): Promise<Workspace> {
  const workspace = await openWords(words, flags)
  const [library] = words.length > 0 ? workspace.libraries : []
  if (library) throw new UserError(`${library.name} has no OpenAPI document; name an interface`)
  return workspace
}

/** Most lines about parts that are not used which a command prints without being asked for all. */
const maxLines = 20

/** Tells which parts of documents are not used. */
export function printLeftOut({ interfaces }: Workspace, all: boolean): void {
  for (const line of interfaces.flatMap(({ published }) => (published ? describeLeftOut(published, all) : [])))
    console.error(printableLines(line))
}

/** The parts of a document that are not used, one line each. */
function describeLeftOut({ shownAs: file, leftOut }: PublishedDocument, all: boolean): string[] {
  const lines = leftOut.slice(0, all ? leftOut.length : maxLines).map(({ pointer, reason, source }) => {
    const { line, column, ...place } = source?.place ?? { file, line: 1, column: 1 }
    return `${place.file}:${line}:${column} ${pointer}  ${reason}`
  })
  const more = leftOut.length - lines.length
  return more > 0 ? [...lines, `${file}  ${more} more parts are not used; --verbose shows all`] : lines
}

/** Bytes of a document that is not a file. */
const maxBytes = 64 * 1024 * 1024
/** Milliseconds for a document of an address. */
const timeout = 30_000

/** What a word stands for: names and paths, and how messages show some of the paths. */
type ReadWords = { words: string[] } & Pick<ReadOptions, 'shownAs'>

/**
 * What the words of a command stand for, and how their documents are read.
 *
 * @throws {UserError} for what cannot be read, and for a folder without a document
 */
export async function readWords(
  words: readonly string[],
  { allowFiles, overlay: overlays }: Partial<DocumentFlags> = {},
  readWord: (word: string) => Promise<ReadWords> = readNamed,
): Promise<ReadWords & ReadOptions> {
  const read = await Promise.all(words.map(readWord))
  const shownAs = Object.assign({}, ...read.map((one) => one.shownAs))
  return { words: read.flatMap((one) => one.words), allowFiles, overlays, shownAs }
}

/** A name, or a document: a folder stands for those in it, `-` for standard input, and an address for what it answers, if the user wrote it. */
async function readNamed(word: string): Promise<ReadWords> {
  if (word === '-') return store('', '<stdin>', await textOf(process.stdin, 'standard input'))
  if (isAddress(word)) return fetchDocument(word)
  if (/^file:\/\/./i.test(word) && URL.canParse(word)) return { words: [fileURLToPath(word)] }
  return { words: isPath(word) || !(await isKnown(word)) ? await findFiles(word) : [word] }
}

/**
 * A word that stands for one document, or for a commit.
 *
 * @throws {UserError} for what cannot be read, and for a folder with several documents
 */
export async function readSingle(word: string): Promise<ReadWords> {
  if (word !== '-' && !isAddress(word) && !isFolder(word)) return { words: [word] }
  const read = await readNamed(word)
  if (read.words.length === 1) return read
  throw new UserError(`${word} has several documents; name one of them, such as ${read.words[0]}`)
}

function isAddress(word: string): boolean {
  return /^https?:\/\//i.test(word)
}

function isFolder(word: string): boolean {
  return statSync(word, { throwIfNoEntry: false })?.isDirectory() ?? false
}

async function isKnown(name: string): Promise<boolean> {
  if ([...bundled.interfaces, ...bundled.libraries].some((one) => one.name === name)) return true
  const base = findRoot(process.cwd())
  return (
    base !== undefined && (await import('../workspace/entries.ts')).listEntries(base).some((one) => one.name === name)
  )
}

/** The documents of a folder; any other word is left as it is. */
async function findFiles(word: string): Promise<string[]> {
  const stats = statSync(word, { throwIfNoEntry: false })
  const near = stats ? undefined : nearestFile(word)
  if (near !== undefined)
    throw new UserError(
      isPath(word)
        ? `${word} does not exist; did you mean ${near}?`
        : `unknown interface '${word}'; for the document that lies here, write ${near}`,
    )
  if (!isFolder(word)) return [word]
  const { findDocuments } = await import('../pipeline/init/init.ts')
  const found = findDocuments(word)
  if (found.length > 0) return found.map((file) => join(word, file)).map((file) => (isPath(file) ? file : `./${file}`))
  throw new UserError(`${word} has no OpenAPI document; name a folder that has one, or a file`)
}

/** The document that is probably meant by a word, in the folder that the word names. */
function nearestFile(word: string): string | undefined {
  const folder = dirname(word)
  const files = globSync('*.{yaml,yml,json}', { cwd: folder })
  const named = nearestName(
    parse(word).name,
    files.map((file) => parse(file).name),
  )
  const file = files.find((one) => parse(one).name === named)
  return file && (folder === '.' ? `./${file}` : join(folder, file))
}

async function fetchDocument(word: string): Promise<ReadWords> {
  if (!URL.canParse(word))
    throw new UserError(`${word} is no address: it begins with http:// or https://, and a host follows`)
  const url = new URL(word)
  // A query may hold a token.
  const shown = url.origin + url.pathname
  const user =
    url.username === '' ? undefined : `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  const headers = user === undefined ? {} : { authorization: `Basic ${Buffer.from(user).toString('base64')}` }
  url.username = url.password = ''
  try {
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(timeout) })
    if (!answer.ok || !answer.body) throw new UserError(`${shown} answered ${answer.status}, and no document`)
    return store(url.pathname.split('/').at(-1) ?? '', shown, await textOf(answer.body, shown))
  } catch (error) {
    if (error instanceof UserError) throw error
    const { name, cause } = error as Error & { cause?: NodeJS.ErrnoException }
    const reason =
      name === 'TimeoutError' ? `no whole answer in ${timeout / 1000} s` : (cause?.code ?? cause?.message ?? name)
    throw new UserError(`${shown} cannot be read: ${reason}; is the server running, and the address right?`)
  }
}

async function textOf(chunks: AsyncIterable<Uint8Array | string>, shown: string): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    parts.push(Buffer.from(chunk as Uint8Array))
    length += chunk.length
    if (length > maxBytes)
      throw new UserError(`${shown} has more than ${maxBytes / 1024 / 1024} MB, which is no document`)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Puts a document into a separate folder, so that it can refer to no other file. It is removed when the process ends. */
function store(name: string, shown: string, text: string): ReadWords {
  const folder = mkdtempSync(join(tmpdir(), 'rulebound-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const stem = name.replace(/\.\w+$/, '').replaceAll(/[^\w-]/g, '') || 'openapi'
  const file = join(folder, `${stem}${/^\s*\{/.test(text) ? '.json' : '.yaml'}`)
  writeFileSync(file, text)
  return { words: [file], shownAs: { [file]: shown } }
}
