import { createHash } from 'node:crypto'

/**
 * Remembers for a while by which contents a child had to be stopped: sent again, they would cost as much again, and end in
 * the same way. Nothing is worked out as long as there is none.
 */
export class StoppedContents {
  private readonly until = new Map<string, { readonly end: number; readonly error: Error }>()
  private readonly keepMs: number

  constructor(keepMs: number) {
    this.keepMs = keepMs
  }

  add(job: string, contents: readonly Uint8Array[], error: Error): void {
    this.forget()
    if (contents.length > 0) this.until.set(keyOf(job, contents), { end: performance.now() + this.keepMs, error })
  }

  /** What became of the same work a while ago, where it was stopped. */
  errorOf(job: string, contents: readonly Uint8Array[]): Error | undefined {
    this.forget()
    return this.until.size === 0 || contents.length === 0 ? undefined : this.until.get(keyOf(job, contents))?.error
  }

  /** They are in the order of their end. */
  private forget(): void {
    const now = performance.now()
    for (const [key, { end }] of this.until) {
      if (end > now) return
      this.until.delete(key)
    }
  }
}

function keyOf(job: string, contents: readonly Uint8Array[]): string {
  const hash = createHash('sha256').update(`${job}\n`)
  for (const content of contents) hash.update(`${content.length}\n`).update(content)
  return hash.digest('base64')
}
