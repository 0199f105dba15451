/**
 * Shares a costly flush: every caller is answered by one that began after its call, and at most one runs at a time.
 * What databases call group commit.
 */
export function groupCommit(flush: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  return () => {
    next ??= running
      // A failure belongs to those who waited for it.
      .catch(() => undefined)
      .then(() => {
        next = undefined
        running = flush()
        return running
      })
    return next
  }
}
