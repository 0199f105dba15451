import type { Context } from './context.ts'
import type { Json } from './json.ts'
import type { Progress } from './ports/call-register.ts'

/** What a call is given that is done in the background: it may be cut off, and goes on where it stopped. */
export interface LongWork {
  /** The same each time that the call is begun, and no other call's. */
  readonly id: string
  progress(progress: Progress): void
  /** What was kept of a part when the call was cut off before. */
  kept(part: string): Promise<Json | undefined>
  /** Durable when it resolves, or it could not be kept: then the part is done again. It never fails the call. */
  keep(part: string, outcome: Json): Promise<void>
  /**
   * Has something done once the call has ended for good, whatever its answer: the last that was given. Where the process ends
   * before, it is not done; where it fails, the answer stays.
   */
  afterwards(work: (signal: AbortSignal) => Promise<void>): void
}

/**
 * Does a part of a call, or answers what came of it before the call was cut off.
 * @param part distinct within the call, and the same each time: letters, digits and `-`
 * @param run answers what JSON can hold
 * @param isFinal whether an outcome is kept; others are made again
 */
export async function partOf<Outcome>(
  { work }: Pick<Context, 'work'>,
  part: string,
  run: () => Promise<Outcome>,
  isFinal: (outcome: Outcome) => boolean = () => true,
): Promise<Outcome> {
  if (work === undefined) return await run()
  const before = await work.kept(part)
  if (before !== undefined) return before as Outcome
  const outcome = await run()
  if (isFinal(outcome)) await work.keep(part, outcome as Json)
  return outcome
}

/** Says how far a call is, where anybody asks. */
export const progressTo = ({ work }: Pick<Context, 'work'>, done: number, total: number): void =>
  work?.progress({ done, total })
