import { createHash } from 'node:crypto'

/** What the id of a task may be made of, with room for a number behind it. */
const sayable = /^[A-Za-z0-9_-]{1,400}$/

/** Within so long a call is announced again once, whoever does it, in ms. */
const againMs = 60_000

/** The id of the task that announces a call: two that announce it at once make one task. */
export const taskName = (call: string): string =>
  sayable.test(call) ? call : `call-${createHash('sha256').update(call).digest('hex')}`

/**
 * The id of a task that announces a call again: the name of one that has ended stays taken for an hour or more.
 * @param nowMs since the epoch
 */
export const taskNameAgain = (call: string, nowMs: number): string => `${taskName(call)}-${Math.floor(nowMs / againMs)}`
