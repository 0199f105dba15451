import {
  type ApiKeyStore,
  type AuditLog,
  type Ports,
  type Providers,
  type UnreadyReason,
  unreadyReasonOf,
} from '@chancery/core'
import type { ReadyCheck } from '@chancery/http'
import type { ClosableJobRunner } from './tokens.ts'

/** What a check may take where a balancer asks, so that a hanging provider is told by its name, in ms. */
const usualCheckMs = 1500

type Check = (options: { readonly signal: AbortSignal }) => Promise<unknown>

/** Reasons that no waiting mends: the deployment is wrong. */
const ofDeployment: ReadonlySet<UnreadyReason> = new Set(['credentials_refused'])

export interface Checked {
  readonly ports: Pick<Ports, 'stores' | 'transports' | 'converters' | 'clientDirectory'>
  readonly apiKeys: ApiKeyStore
  readonly jobs: Pick<ClosableJobRunner, 'check'>
  readonly audit: Pick<AuditLog, 'check'> | undefined
}

/**
 * Asks everything that the service stands on, all at once and each for a bounded time. Of several providers of one port the
 * first is needed, being the default; another takes the service down only where it refuses the credentials that it was given.
 * @param checkMs for each
 */
export async function readiness(
  { ports, apiKeys, jobs, audit }: Checked,
  checkMs = usualCheckMs,
): Promise<Record<string, ReadyCheck>> {
  const needed: Record<string, Check> = {
    state: (options) => apiKeys.check(options),
    clients: (options) => ports.clientDirectory.check(options),
    children: (options) => jobs.check(options),
    ...(audit === undefined ? {} : { audit: (options: Parameters<Check>[0]) => audit.check(options) }),
  }
  const others: Record<string, Check> = {}
  const add = <Port extends { check: Check }>(name: string, adapters: Providers<Port>, isNeeded: boolean): void => {
    for (const [index, provider] of adapters.names.entries()) {
      const check: Check = (options) => adapters.get(provider).check(options)
      if (index === 0 && isNeeded) needed[name] = check
      else others[`${name}-${provider}`] = check
    }
  }
  add('storage', ports.stores, true)
  add('email', ports.transports, true)
  // Most calls want no PDF.
  add('converter', ports.converters, false)
  const results = await Promise.all([
    ...Object.entries(needed).map(async ([name, check]) => [name, await result(check, checkMs)] as const),
    ...Object.entries(others).map(async ([name, check]) => [name, asOther(await result(check, checkMs))] as const),
  ])
  return Object.fromEntries(results)
}

const asOther = (check: ReadyCheck): ReadyCheck =>
  check.reason !== undefined && ofDeployment.has(check.reason) ? check : { ...check, needed: false }

async function result(check: Check, checkMs: number): Promise<ReadyCheck> {
  const giveUp = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<ReadyCheck>((resolve) => {
    timer = setTimeout(() => {
      resolve({ ready: false, reason: 'timeout' })
      giveUp.abort()
    }, checkMs)
  })
  try {
    const asked = check({ signal: giveUp.signal }).then(
      (): ReadyCheck => ({ ready: true }),
      (error: unknown): ReadyCheck => ({ ready: false, reason: unreadyReasonOf(error) }),
    )
    return await Promise.race([asked, late])
  } finally {
    clearTimeout(timer)
  }
}
