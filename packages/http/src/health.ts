import { type Answer, jsonAnswer } from './answer.ts'
import type { Readiness } from './settings.ts'

const headers = { 'cache-control': 'no-store' }

/** It runs. */
export const alive = (): Answer => jsonAnswer(200, { status: 'ok' }, headers)

const patienceMs = 2000

/** It can take calls: everything that it stands on answers, and it is not shutting down. */
export async function ready(readiness: Readiness, draining: boolean): Promise<Answer> {
  if (draining) return jsonAnswer(503, { status: 'draining' }, headers)
  const checks = await withPatience(readiness).catch(() => undefined)
  const all = checks !== undefined && Object.values(checks).every(Boolean)
  return jsonAnswer(all ? 200 : 503, { status: all ? 'ready' : 'unavailable', checks: checks ?? {} }, headers)
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
