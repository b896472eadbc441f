import { basename, sep } from 'node:path'
import { watch } from 'chokidar'

/**
 * Reports each edit of a YAML file, a module or a folder below the folders, and of `redocly.yaml` beside them.
 *
 * @param base absolute path that the folders and the reported paths are relative to
 * @returns ends the watch; the promise resolves once edits are seen
 */
export async function watchSources(
  base: string,
  folders: readonly string[],
  onEdit: (path: string) => void,
): Promise<() => Promise<void>> {
  const watcher = watch([...folders, 'redocly.yaml'], {
    cwd: base,
    ignoreInitial: true,
    ignored: (path, stats) => isForeign(basename(path)) || (stats?.isFile() === true && !isSource(basename(path))),
  })
  watcher.on('all', (_, path) => onEdit(path.split(sep).join('/')))
  await new Promise<void>((resolve) => watcher.once('ready', resolve))
  return () => watcher.close()
}

/** A folder that holds no sources. */
function isForeign(name: string): boolean {
  return /^(node_modules|generated|dist|\.git)$/.test(name)
}

/** Neither a hidden file nor a backup, which editors put beside the file they save. */
function isSource(name: string): boolean {
  return /^[^.].*\.(ya?ml|json|m?[jt]s)$/.test(name) && !/\.(test|fixture)\.ts$/.test(name)
}
