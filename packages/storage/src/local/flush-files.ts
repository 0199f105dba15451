import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { errorCode } from './file-error.ts'

const run = promisify(execFile)

/** Fewer files than this are flushed one by one sooner. */
const manyFiles = 64

/** Removed, moved or replaced meanwhile, or never placed: what is not in its place has nothing to be flushed there. */
const isGone = (error: unknown): boolean =>
  /^(?:ENOENT|ENOTDIR|ELOOP|ENAMETOOLONG|EILSEQ|EINVAL)$/.test(errorCode(error) ?? '')

async function flushOne(file: string): Promise<void> {
  try {
    // Without NONBLOCK, opening a named pipe would wait for a writer.
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    await handle.sync().finally(() => handle.close())
  } catch (error) {
    if (!isGone(error)) throw error
  }
}

/** The folders of files below a root, and the folders that those are in, up to the root. */
function foldersOf(root: string, files: readonly string[]): ReadonlySet<string> {
  const folders = new Set([root])
  for (const file of files) {
    for (let folder = dirname(file); !folders.has(folder) && folder.length > root.length; folder = dirname(folder)) {
      folders.add(folder)
    }
  }
  return folders
}

/**
 * Makes files below a root durable, with their names. Linux flushes a whole file system at once (syncfs(2), by
 * `sync -f` of coreutils or busybox), which takes a fraction of the time of as many flushes as there are files, where
 * they are many. Where they are few, that program is missing or fails, and elsewhere, each file and folder is flushed
 * by itself.
 * @param paths relative to the root, `/` between names
 * @param program what flushes a file system, where there is such a program
 */
export async function flushFiles(
  root: string,
  paths: readonly string[],
  syncFolder: (folder: string) => Promise<void>,
  program = process.platform === 'linux' ? 'sync' : '',
): Promise<void> {
  if (program !== '' && paths.length >= manyFiles) {
    const isDone = await run(program, ['-f', root]).then(
      () => true,
      () => false,
    )
    if (isDone) return
  }
  const files = paths.map((path) => join(root, path))
  for (const file of files) await flushOne(file)
  for (const folder of foldersOf(root, files)) {
    await syncFolder(folder).catch((error: unknown) => {
      if (!isGone(error)) throw error
    })
  }
}
