import type { Clock } from '@chancery/core'
import { type Answer, jsonAnswer } from './answer/answer.ts'
import type { ReadyCheck, Readiness } from './settings.ts'

const headers = { 'cache-control': 'no-store' }

/** It runs. */
export const alive = (): Answer => jsonAnswer(200, { status: 'ok' }, headers)

const patienceMs = 2000
/** How long an answer is good, in ms: whoever asks without end has nothing asked of disks and providers. */
const rememberedMs = 2000

/**
 * It can take calls: everything that it needs answers, and it is not shutting down. `checks` tells of each part, `reasons` why
 * it cannot be used.
 */
export async function ready(readiness: Readiness, draining: boolean): Promise<Answer> {
  if (draining) return jsonAnswer(503, { status: 'draining' }, headers)
  const checks = await withPatience(readiness).catch(() => undefined)
  const all = checks !== undefined && Object.values(checks).every((check) => check.ready || check.needed === false)
  return jsonAnswer(
    all ? 200 : 503,
    { status: all ? 'ready' : 'unavailable', ...told(checks ?? {}, checks === undefined) },
    headers,
  )
}

function told(checks: Readonly<Record<string, ReadyCheck>>, failed: boolean): object {
  const reasons = Object.entries(checks).flatMap(([name, { ready, reason = 'unavailable' }]) =>
    ready ? [] : [[name, reason] as const],
  )
  return {
    checks: Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, check.ready])),
    ...(reasons.length === 0 && !failed
      ? {}
      : { reasons: failed ? { service: 'timeout' } : Object.fromEntries(reasons) }),
  }
}

/** Asks once for all who ask at the same time, and then again when the answer has become old. */
export function remembered(readiness: Readiness, clock: Clock): Readiness {
  let asking: ReturnType<Readiness> | undefined
  let answeredAt = 0
  return () => {
    const age = clock.now() - answeredAt
    // Less than nothing where the clock was set back.
    if (asking !== undefined && (answeredAt === 0 || (age >= 0 && age < rememberedMs))) return asking
    answeredAt = 0
    const own = readiness()
    asking = own
    const end = (at: number): void => {
      if (asking !== own) return
      if (at === 0) asking = undefined
      answeredAt = at
    }
    own.then(
      () => end(clock.now()),
      () => end(0),
    )
    return own
  }
}

async function withPatience(readiness: Readiness): ReturnType<Readiness> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The check took too long.')), patienceMs)
  })
  try {
    return await Promise.race([readiness(), late])
  } finally {
    clearTimeout(timer)
  }
}
