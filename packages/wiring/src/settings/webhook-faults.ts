import type { Configuration } from './configuration.ts'
import type { SettingFault } from './instance-faults.ts'

/** What does not go together of these settings. */
export function webhookFaults({
  CHANCERY_WEBHOOK_URLS: urls,
  CHANCERY_WEBHOOK_SECRETS: groups,
}: Pick<Configuration, 'CHANCERY_WEBHOOK_URLS' | 'CHANCERY_WEBHOOK_SECRETS'>): SettingFault[] {
  const secrets = 'CHANCERY_WEBHOOK_SECRETS'
  if (urls === undefined)
    return groups === undefined ? [] : [{ name: secrets, message: 'goes with CHANCERY_WEBHOOK_URLS.' }]
  if (groups === undefined) {
    const message =
      'is needed with CHANCERY_WEBHOOK_URLS: nobody could tell who calls. `echo whsec_$(openssl rand -base64 32)` makes one.'
    return [{ name: secrets, message }]
  }
  if (groups.length === 1 || groups.length === urls.length) return []
  return [{ name: secrets, message: `has secrets for ${groups.length} addresses; there are ${urls.length}.` }]
}
