/** Does it until it has succeeded once, and one try at a time. */
export function onceDone(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () =>
    (done ??= work().catch((error: unknown) => {
      done = undefined
      throw error
    }))
}
