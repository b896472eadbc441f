import { basename, sep } from 'node:path'
import { watch } from 'chokidar'

/**
 * Reports each edit of a YAML file or a folder below `folder`, and of `redocly.yaml` beside it.
 *
 * @param base absolute path that `folder` and the reported paths are relative to
 * @returns ends the watch; the promise resolves once edits are seen
 */
export async function watchSources(
  base: string,
  folder: string,
  onEdit: (path: string) => void,
): Promise<() => Promise<void>> {
  const watcher = watch([folder, 'redocly.yaml'], {
    cwd: base,
    ignoreInitial: true,
    ignored: (path, stats) => stats?.isFile() === true && !isSource(basename(path)),
  })
  watcher.on('all', (_, path) => onEdit(path.split(sep).join('/')))
  await new Promise<void>((resolve) => watcher.once('ready', resolve))
  return () => watcher.close()
}

/** Neither a hidden file nor a backup, which editors put beside the file they save. */
function isSource(name: string): boolean {
  return /^[^.].*\.ya?ml$/.test(name)
}
