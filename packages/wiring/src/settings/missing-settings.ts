import { neededByStores } from './cloud-store-settings.ts'
import type { Configuration } from './configuration.ts'
import type { SettingFault } from './instance-faults.ts'

/** What a chosen provider needs besides its name. */
export function missingSettings(configuration: Configuration): SettingFault[] {
  const isGateway = configuration.CHANCERY_AUTH === 'gateway'
  const byProvider = 'is needed by a chosen provider.'
  const byGateway = 'is needed with CHANCERY_AUTH=gateway: whoever reaches the service could call it otherwise.'
  const bySecret = `is needed with CHANCERY_STATE=${configuration.CHANCERY_STATE}: keys are hashed under it, by every instance and after every start. \`openssl rand -hex 32\` makes one.`
  const needs: readonly (readonly [boolean, keyof Configuration, string])[] = [
    [isGateway, 'CHANCERY_GATEWAY_AUDIENCE', byGateway],
    [isGateway, 'CHANCERY_GATEWAY_ACCOUNT', byGateway],
    [configuration.CHANCERY_STATE !== 'sqlite', 'CHANCERY_KEY_SECRET', bySecret],
    [configuration.CHANCERY_STATE === 'postgres', 'CHANCERY_DATABASE_URL', byProvider],
    [configuration.CHANCERY_WORK === 'cloud-tasks', 'CHANCERY_WORK_QUEUE', byProvider],
    [configuration.CHANCERY_WORK === 'cloud-tasks', 'CHANCERY_WORK_URL', byProvider],
    [configuration.CHANCERY_WORK === 'cloud-tasks', 'CHANCERY_WORK_SERVICE_ACCOUNT', byProvider],
    [configuration.CHANCERY_AUDIT === 'postgres', 'CHANCERY_DATABASE_URL', byProvider],
    ...neededByStores(configuration.CHANCERY_STORES, configuration).map(
      ([isChosen, name, why = byProvider]) => [isChosen, name, why] as const,
    ),
    [configuration.CHANCERY_EXTRACTORS.includes('document-ai'), 'CHANCERY_DOCUMENT_AI_PROJECT', byProvider],
    [configuration.CHANCERY_EXTRACTORS.includes('document-ai'), 'CHANCERY_DOCUMENT_AI_PROCESSOR', byProvider],
    [configuration.CHANCERY_CONVERTERS.includes('gotenberg'), 'CHANCERY_GOTENBERG_URL', byProvider],
  ]
  return needs
    .filter(([chosen, name]) => chosen && configuration[name] === undefined)
    .map(([, name, message]) => ({ name, message }))
}
