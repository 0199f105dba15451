import type { Configuration } from './configuration.ts'
import type { SettingFault } from './instance-faults.ts'
import { unchosenProviders } from './unchosen-providers.ts'

/** A setting that is passed over would mislead. @param given what is set */
export function misplacedSettings(
  configuration: Configuration,
  given: Readonly<Record<string, string>>,
): SettingFault[] {
  return [
    ...misplacedDatabase(given),
    ...unchosenProviders(given),
    ...misplacedWork(configuration),
    ...misplacedGateway(configuration),
    ...misplacedCertificate(configuration),
  ]
}

/** Whoever names a database and no state would have files beside it. */
function misplacedDatabase(given: Readonly<Record<string, string>>): SettingFault[] {
  if (given['CHANCERY_DATABASE_URL'] === undefined || given['CHANCERY_STATE'] !== undefined) return []
  if (given['CHANCERY_AUDIT'] === 'postgres') return []
  const message = 'nothing is kept there without CHANCERY_STATE=postgres; say which CHANCERY_STATE is meant.'
  return [{ name: 'CHANCERY_DATABASE_URL', message }]
}

/** What one process knows of, another cannot do. */
function misplacedWork({ CHANCERY_WORK: work, CHANCERY_STATE: state }: Configuration): SettingFault[] {
  if ((work === 'postgres' || work === 'cloud-tasks') && state !== 'postgres')
    return [{ name: 'CHANCERY_WORK', message: `\`${work}\` goes with CHANCERY_STATE=postgres.` }]
  return []
}

/** Without the token nobody is heard. */
function misplacedCertificate(configuration: Configuration): SettingFault[] {
  if (configuration.CHANCERY_SES_EVENTS_CERTIFICATE === undefined) return []
  if (configuration.CHANCERY_SES_EVENTS_TOKEN !== undefined) return []
  return [{ name: 'CHANCERY_SES_EVENTS_CERTIFICATE', message: 'goes with CHANCERY_SES_EVENTS_TOKEN.' }]
}

/** Where keys are our own, each has its space by itself. */
function misplacedGateway(configuration: Configuration): SettingFault[] {
  if (configuration.CHANCERY_AUTH === 'gateway') return []
  const ofGateway = 'goes with CHANCERY_AUTH=gateway'
  const ofSpaces = `${ofGateway}; a key of this service gets its space by \`keys create\``
  const about = {
    CHANCERY_GATEWAY_AUDIENCE: ofGateway,
    CHANCERY_GATEWAY_ACCOUNT: ofGateway,
    CHANCERY_GATEWAY_SIGNATURE: ofGateway,
    CHANCERY_GATEWAY_CERTS_URL: ofGateway,
    CHANCERY_SPACE: ofSpaces,
    CHANCERY_GATEWAY_SPACES: ofSpaces,
  } as const
  return Object.entries(about)
    .filter(([name]) => configuration[name as keyof typeof about] !== undefined)
    .map(([name, message]) => ({ name, message: `${message}.` }))
}
