import { type Clock, createEventRecording, type EventRecording, type Ids } from '@chancery/core'
import { createWebhooks, type Webhooks } from '@chancery/webhooks'
import type { Configuration } from '../settings/configuration.ts'
import { auditNames } from './configured-audit.ts'

type Settings = Pick<
  Configuration,
  'CHANCERY_WEBHOOK_URLS' | 'CHANCERY_WEBHOOK_SECRETS' | 'CHANCERY_WEBHOOK_NETWORK' | 'CHANCERY_WEBHOOK_NAMES'
>

/** Who is told of what was done; `undefined`: nobody. */
export function configuredWebhooks(configuration: Settings, clock: Clock): Webhooks | undefined {
  const { CHANCERY_WEBHOOK_URLS: urls = [], CHANCERY_WEBHOOK_SECRETS: groups = [] } = configuration
  if (urls.length === 0) return undefined
  return createWebhooks({
    endpoints: urls.map((url, index) => ({ url, secrets: (groups.length === 1 ? groups[0] : groups[index]) ?? [] })),
    clock,
    allowPrivateAddresses: configuration.CHANCERY_WEBHOOK_NETWORK === 'private',
  })
}

/** What is written down for them. */
export function configuredRecording(
  configuration: Settings,
  webhooks: Webhooks | undefined,
  ids: Ids,
  clock: Clock,
  keySecret: string,
): EventRecording | undefined {
  if (webhooks === undefined) return undefined
  const nameOf = auditNames(configuration.CHANCERY_WEBHOOK_NAMES, keySecret)
  return createEventRecording({
    endpoints: webhooks.endpoints,
    ids,
    clock,
    pathName: (path, space) => nameOf({ kind: 'document', id: path }, space),
  })
}
