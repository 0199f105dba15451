/**
 * Shares a costly flush: every caller is answered by one that began after its call, and one runs at a time, so that
 * those who come meanwhile gather for the next. What databases call group commit.
 */
export function groupCommit(flush: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined

  const begin = async (): Promise<void> => {
    // A failure belongs to those who waited for it.
    await running.catch(() => undefined)
    // So that all who call in this turn of the event loop share it.
    await new Promise((resolve) => setImmediate(resolve))
    next = undefined
    running = flush()
    return running
  }

  return () => (next ??= begin())
}
