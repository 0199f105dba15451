import { linkSync, type BigIntStats } from 'node:fs'
import { open } from 'node:fs/promises'
import { ChanceryError } from '@chancery/core'
import { identityOf, type DocumentIndex, type IndexRow } from './document-index.ts'
import { errorCode } from './file-error.ts'
import type { RootPaths } from './root-paths.ts'
import { digest } from './stored-file.ts'

/** A temporary file that a process left behind. */
export interface AbandonedFile {
  readonly file: string
  readonly stats: BigIntStats
}

interface Root {
  readonly index: DocumentIndex
  readonly paths: RootPaths
  readonly syncFolder: (folder: string) => Promise<void>
}

/** A document, or something else, came there meanwhile. */
const isTaken = (error: unknown): boolean => /^(?:EEXIST|ENOTDIR|ELOOP)$/.test(errorCode(error) ?? '')

async function isWhole(file: string, { sha256 }: IndexRow): Promise<boolean> {
  const handle = await open(file)
  try {
    return (await digest(handle, new AbortController().signal)).sha256 === sha256
  } finally {
    await handle.close()
  }
}

/**
 * Finishes the puts that the end of a process or a loss of power cut off: a body that is whole gets its own name, unless
 * that was taken meanwhile. What it cannot finish was never acknowledged, and is forgotten.
 */
export async function finishPuts({ index, paths, syncFolder }: Root, files: readonly AbandonedFile[]): Promise<void> {
  const rows = index.ofIdentities(files.map(({ stats }) => identityOf(stats)))
  for (const { file, stats } of files) {
    const row = rows.get(identityOf(stats))
    if (row === undefined) continue
    try {
      const place = await paths.forWriting(row.path)
      // With a second name it is in place, and only that may not be durable.
      const inPlace = stats.nlink > 1n
      if (!inPlace && !(await isWhole(file, row))) throw new ChanceryError('document_corrupt', 'The body is not whole.')
      if (!inPlace) linkSync(file, place.file)
      await place.durable
      await syncFolder(place.folder)
    } catch (error) {
      if (!ChanceryError.is(error) && !isTaken(error)) throw error
      index.remove(row.path, row.version)
    }
  }
}
