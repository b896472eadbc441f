/** What a command works on. */
export interface WorkspaceOptions {
  /** Names of interfaces, and paths of OpenAPI documents. Without one, all interfaces of the workspace. */
  words: readonly string[]
  /** Folder from which the workspace is searched upwards. */
  from: string
  /** Folders below which documents may refer to files; default: the workspace, or the folder of the document. */
  allowFiles?: readonly string[] | undefined
}

let opened: WorkspaceOptions | undefined

export function setWorkspaceOptions(options: WorkspaceOptions | undefined): void {
  opened = options
}

/** What this process has opened, for a thread to open it as well. */
export function workspaceOptions(): WorkspaceOptions | undefined {
  return opened
}
