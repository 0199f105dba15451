/** Flushes under way at once: while one waits for the disk, those who come meanwhile need not wait for it to end. */
const maxRunning = 2

/**
 * Shares a costly flush: every caller is answered by one that began after its call, and few run at a time. What
 * databases call group commit.
 */
export function groupCommit(flush: () => Promise<void>): () => Promise<void> {
  const running = new Set<Promise<void>>()
  let next: Promise<void> | undefined

  const begin = async (): Promise<void> => {
    // A turn later, so that all who call in this one share it.
    await Promise.resolve()
    while (running.size >= maxRunning) await Promise.race([...running].map((each) => each.catch(() => undefined)))
    next = undefined
    const flushed = flush()
    running.add(flushed)
    try {
      // A failure belongs to those who waited for it.
      await flushed
    } finally {
      running.delete(flushed)
    }
  }

  return () => (next ??= begin())
}
