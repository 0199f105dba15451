import type { Configuration } from './configuration.ts'
import type { SettingFault } from './instance-faults.ts'

/** What does not go together of the settings of transports. */
export function transportFaults(configuration: Configuration): SettingFault[] {
  return [...missingKeys(configuration), ...halfSmtp(configuration), ...unknownTransports(configuration)]
}

/** What a chosen transport needs besides its name. */
function missingKeys(configuration: Configuration): SettingFault[] {
  const needs: Readonly<Partial<Record<string, readonly (keyof Configuration)[]>>> = {
    sendgrid: ['CHANCERY_SENDGRID_API_KEY'],
    smtp: ['CHANCERY_SMTP_HOST'],
    postmark: ['CHANCERY_POSTMARK_TOKEN'],
    resend: ['CHANCERY_RESEND_API_KEY'],
    ses: ['CHANCERY_SES_REGION', 'CHANCERY_SES_ACCESS_KEY_ID', 'CHANCERY_SES_SECRET_ACCESS_KEY'],
  }
  return configuration.CHANCERY_TRANSPORTS.flatMap((transport) => needs[transport] ?? [])
    .filter((name) => configuration[name] === undefined)
    .map((name) => ({ name, message: 'is needed by a chosen provider.' }))
}

/** Settings of which one without the others would be passed over. */
function halfSmtp(configuration: Configuration): SettingFault[] {
  const sets: readonly (readonly (keyof Configuration)[])[] = [
    ...(signsInByToken(configuration) ? [] : [['CHANCERY_SMTP_USER', 'CHANCERY_SMTP_PASSWORD'] as const]),
    ['CHANCERY_SMTP_DKIM_DOMAIN', 'CHANCERY_SMTP_DKIM_SELECTOR', 'CHANCERY_SMTP_DKIM_PRIVATE_KEY'],
  ]
  return sets.flatMap((names) => {
    const missing = names.filter((name) => configuration[name] === undefined)
    if (missing.length === names.length) return []
    return missing.map((name) => ({
      name,
      message: `goes together with ${names.filter((each) => each !== name).join(', ')}.`,
    }))
  })
}

/** Then there is no password; the transport says what a token needs. */
const signsInByToken = ({
  CHANCERY_SMTP_OAUTH_ACCESS_TOKEN: token,
  CHANCERY_SMTP_OAUTH_TOKEN_URL: address,
}: Configuration): boolean => token !== undefined || address !== undefined

/** Failover and rates are of transports that there are. */
function unknownTransports(configuration: Configuration): SettingFault[] {
  const { CHANCERY_TRANSPORTS: transports, CHANCERY_EMAIL_FAILOVER: order } = configuration
  const missing = (names: readonly string[]): readonly string[] =>
    names.filter((name) => !(transports as readonly string[]).includes(name))
  const faults: SettingFault[] = []
  if (order.length === 1 || new Set(order).size < order.length) {
    faults.push({ name: 'CHANCERY_EMAIL_FAILOVER', message: 'Name two transports at the least, each once.' })
  }
  for (const [name, used] of [
    ['CHANCERY_EMAIL_FAILOVER', order],
    ['CHANCERY_EMAIL_RATES', [...(configuration.CHANCERY_EMAIL_RATES?.keys() ?? [])]],
  ] as const) {
    const unknown = missing(used).join(', ')
    if (unknown !== '') faults.push({ name, message: `${unknown}: not among CHANCERY_TRANSPORTS.` })
  }
  return faults
}
