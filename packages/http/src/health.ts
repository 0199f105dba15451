import type { Readiness } from './settings.ts'

const headers = { 'cache-control': 'no-store' }

/** It runs. */
export const alive = (): Response => Response.json({ status: 'ok' }, { headers })

const patienceMs = 2000

/** It can take calls: everything that it stands on answers, and it is not shutting down. */
export async function ready(readiness: Readiness, draining: boolean): Promise<Response> {
  if (draining) return Response.json({ status: 'draining' }, { status: 503, headers })
  const checks = await withPatience(readiness).catch(() => undefined)
  const all = checks !== undefined && Object.values(checks).every(Boolean)
  return Response.json(
    { status: all ? 'ready' : 'unavailable', checks: checks ?? {} },
    { status: all ? 200 : 503, headers },
  )
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
