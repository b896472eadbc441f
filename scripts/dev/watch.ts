import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import { join, relative, sep } from 'node:path'

/**
 * Tells each edit below a folder of `base`, and of `redocly.yaml` beside it, by its path relative to `base`. Every folder has a
 * watcher of its own: `recursive`, where Node does it itself (on Linux), loses a file once an editor has replaced it by renaming
 * another over it, which is how most of them save.
 *
 * @returns what ends it
 */
export function watchSources(base: string, folder: string, onEdit: (path: string) => void): () => void {
  const watchers = new Map<string, FSWatcher>()
  const tell = (path: string) => onEdit(relative(base, path).split(sep).join('/'))
  follow()
  const config = watch(base, (_, name) => {
    if (name === 'redocly.yaml') tell(join(base, name))
  })

  return () => {
    config.close()
    for (const watcher of watchers.values()) watcher.close()
  }

  /** Watches folders that are new, and lets go of those that are gone. */
  function follow(): string[] {
    const present = foldersBelow(join(base, folder))
    const added = present.filter((path) => !watchers.has(path))
    const gone = [...watchers.keys()].filter((path) => !present.includes(path))
    for (const path of gone) {
      watchers.get(path)?.close()
      watchers.delete(path)
    }
    for (const path of added) watchers.set(path, watchFolder(path))
    return [...added, ...gone]
  }

  function watchFolder(path: string): FSWatcher {
    const watcher = watch(path, (event, name) => {
      if (event === 'rename') follow().forEach(tell)
      if (name !== null && isSource(name)) tell(join(path, name))
    })
    // A folder that is removed while it is watched; the one above it tells the same.
    return watcher.on('error', () => watcher.close())
  }
}

function isSource(name: string): boolean {
  return /^[^.].*\.ya?ml$/.test(name)
}

function foldersBelow(path: string): string[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return []
  const below = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isDirectory())
  return [path, ...below.map((entry) => join(entry.parentPath, entry.name))]
}
