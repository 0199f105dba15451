import type { Configuration } from './configuration.ts'

/** What is wrong with a setting beside others, and what to do. */
export interface SettingFault {
  readonly name: string
  readonly message: string
}

/** Cloud Run sets the first for every service, Functions the second. */
const platformMarks = ['K_SERVICE', 'FUNCTION_TARGET'] as const

/**
 * What does not fit where it runs: on Cloud Run and Functions an instance has no disk that outlives it, and is one of many;
 * nowhere else does somebody check signatures for us.
 * @param environment with what the platform sets
 */
export function instanceFaults(
  configuration: Configuration,
  environment: Readonly<Record<string, string | undefined>>,
): SettingFault[] {
  const platform = platformMarks.find((name) => (environment[name] ?? '') !== '')
  if (platform === undefined) {
    if (configuration.CHANCERY_GATEWAY_SIGNATURE !== 'platform') return []
    const message = '`platform` is for Cloud Run and Functions, whose IAM check looks at signatures: leave it out here.'
    return [{ name: 'CHANCERY_GATEWAY_SIGNATURE', message }]
  }
  if (configuration.CHANCERY_EPHEMERAL === 'allow') return []
  const lost = (
    name: keyof Configuration,
    chosen: readonly string[],
    what: string,
    instead: string,
  ): SettingFault[] => {
    const are = chosen.join(', ')
    if (are === '') return []
    const message = `${are}: ${what} with the instance, and other instances do not see it (${platform} is set). ${instead}, or CHANCERY_EPHEMERAL=allow where that does not matter.`
    return [{ name, message }]
  }
  const { CHANCERY_STATE: state, CHANCERY_STORES: stores, CHANCERY_TRANSPORTS: transports } = configuration
  return [
    ...lost(
      'CHANCERY_STATE',
      state === 'postgres' ? [] : [state],
      'what is known of keys, calls, e-mails and clients is lost',
      'Set `postgres`, with CHANCERY_DATABASE_URL',
    ),
    ...lost(
      'CHANCERY_STORES',
      stores.filter((store) => store === 'local' || store === 'memory'),
      'documents are lost',
      'Set `gcs`, with CHANCERY_GCS_BUCKET (or `s3`, `azure`)',
    ),
    ...lost(
      'CHANCERY_AUDIT',
      configuration.CHANCERY_AUDIT === 'file' ? ['file'] : [],
      'the audit log is lost',
      'Set `postgres`, with CHANCERY_DATABASE_URL',
    ),
    ...lost(
      'CHANCERY_TRANSPORTS',
      transports.filter((transport) => transport === 'outbox' || transport === 'memory'),
      'e-mails are lost unsent',
      'Set `sendgrid`, with CHANCERY_SENDGRID_API_KEY',
    ),
  ]
}
