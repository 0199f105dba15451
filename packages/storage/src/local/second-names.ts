import { unlinkSync } from 'node:fs'

/** How long a new document keeps its temporary name at most, in ms: what comes meanwhile shares one flush of its folder. */
const keptMs = 50

/** Never fails: the outcome of the put is known already, and what stays is removed at the next start. */
export function discard(file: string): void {
  try {
    unlinkSync(file)
  } catch {
    // It is gone, or stays until then.
  }
}

export type SecondNames = ReturnType<typeof createSecondNames>

/**
 * The temporary names of new documents, under which their bodies are durable already. Each goes when the folder of the
 * document's own name is durable too; until then a start after a loss of power finds the document by it.
 */
export function createSecondNames(syncFolder: (folder: string) => Promise<void>) {
  let kept = new Map<string, string[]>()
  let timer: NodeJS.Timeout | undefined

  const drop = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const dropped = kept
    kept = new Map()
    const each = [...dropped].map(async ([folder, files]) => {
      await syncFolder(folder)
      files.forEach(discard)
    })
    // Where a folder cannot be flushed, the names stay: the next start sees to them.
    await Promise.allSettled(each)
  }

  return {
    /** Keeps the temporary name of a document in a folder until that is durable. */
    keep(file: string, folder: string): void {
      const files = kept.get(folder)
      if (files === undefined) kept.set(folder, [file])
      else files.push(file)
      timer ??= setTimeout(() => void drop(), keptMs).unref()
    },
    /** Makes the folders durable and drops the names at once. */
    drop,
  }
}
