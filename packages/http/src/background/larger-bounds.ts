import { ChanceryError, type Limits, type Operation, type Violation } from '@chancery/core'
import type { BackgroundSettings } from './background-settings.ts'
import { isAboutCalls } from './contracts-about-calls.ts'

/** What a call is bounded by while its caller waits. */
interface OwnBounds {
  readonly documentLimits: Limits
  /** Time for one call, in ms. */
  readonly deadlineMs: number
}

/**
 * The failure of a call that was too long or too large, with a hint at the preference where the call fits the bounds of
 * background work; all others as they are.
 */
export function namingThePreference(
  error: ChanceryError,
  operation: Operation,
  own: OwnBounds,
  background: BackgroundSettings | undefined,
): ChanceryError {
  if (background === undefined || isAboutCalls(operation)) return error
  const bound = boundInBackground(error, own, background)
  if (bound === undefined) return error
  const { code, message, retryable, retryAfterMs, details, cause, violations } = error
  const at: readonly Violation[] = violations.length > 0 ? violations : [{ pointer: '', code, message }]
  return new ChanceryError(code, message, {
    violations: at.map((violation) => ({ ...violation, hint: joined(violation.hint, bound) })),
    details,
    retryable,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(cause === undefined ? {} : { cause }),
  })
}

/** Of these a document or a call may have more in the background. */
const counted = ['pages', 'cells', 'records', 'samples'] as const

/** The bound that the call would have had, in words; `undefined` where it would have failed there, too. */
function boundInBackground(
  { code, details }: ChanceryError,
  own: OwnBounds,
  { limits, documentLimits }: BackgroundSettings,
): string | undefined {
  const { what, limit, actual, growsWith } = details
  const isOfTime = code === 'deadline_exceeded' || (what === 'ms of work' && Number(limit) >= own.deadlineMs)
  if (what === 'ms of conversion') return `${limits.workMs / 1000} s`
  if (isOfTime) return limits.workMs > own.deadlineMs ? `${limits.workMs / 1000} s` : undefined
  if (code !== 'payload_too_large') return undefined
  const base = counted.find((each) => each === growsWith)
  if (base !== undefined) {
    const larger = (Number(limit) * documentLimits[base]) / own.documentLimits[base]
    return larger > Number(limit) && larger >= Number(actual) ? `${larger} ${String(what)}` : undefined
  }
  const name = counted.find((each) => (what === undefined || what === each) && own.documentLimits[each] === limit)
  if (name === undefined) return undefined
  const larger = documentLimits[name]
  return larger > own.documentLimits[name] && (actual === undefined || larger >= Number(actual))
    ? `${larger} ${what === undefined ? 'items' : name}`
    : undefined
}

const joined = (hint: string | undefined, bound: string): string =>
  [
    hint,
    `Send the header \`Prefer: respond-async\` to have the call done in the background, where it may take ${bound}.`,
  ]
    .filter((part) => part !== undefined)
    .join(' ')
