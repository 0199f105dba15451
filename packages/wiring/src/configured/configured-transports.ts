import { ChanceryError, type EmailTransport, present, type Providers, providers } from '@chancery/core'
import {
  createMemoryTransport,
  createOutbox,
  createPostmarkTransport,
  createResendTransport,
  createSendGridTransport,
  createSesTransport,
  createSmtpTransport,
  endingInTime,
  failover,
  rateLimited,
  retrying,
} from '@chancery/mail'
import { type Configuration, ConfigurationError } from '../settings/configuration.ts'
import type { DataFolders } from '../tokens.ts'

type Name = Configuration['CHANCERY_TRANSPORTS'][number]

/**
 * The transports by name, the default first: `failover`, where it is wanted. Those that leave this machine keep to their rate, end
 * before the call has to, and hand over again what surely was not taken.
 * @throws ConfigurationError where a setting is not what a transport takes
 */
export function configuredTransports(configuration: Configuration, folders: DataFolders): Providers<EmailTransport> {
  const retries = { retries: configuration.CHANCERY_EMAIL_RETRIES }
  const rates = configuration.CHANCERY_EMAIL_RATES
  const made = new Map(
    configuration.CHANCERY_TRANSPORTS.map((name) => {
      const own = transportOf(name, configuration, folders)
      const transport = isHere(name) ? own : endingInTime(own)
      const perSecond = rates?.get(name)
      return [name, perSecond === undefined ? transport : rateLimited(transport, { perSecond })] as const
    }),
  )
  const [first, ...others] = configuration.CHANCERY_EMAIL_FAILOVER.flatMap((name) => made.get(name) ?? [])
  const together = first === undefined ? {} : { failover: retrying(failover([first, ...others]), retries) }
  const alone = [...made].map(([name, transport]) => [name, isHere(name) ? transport : retrying(transport, retries)])
  return providers({ ...together, ...Object.fromEntries(alone) })
}

/** What waiting does not mend. */
const isHere = (name: Name): boolean => name === 'outbox' || name === 'memory'

function transportOf(name: Name, configuration: Configuration, folders: DataFolders): EmailTransport {
  try {
    return make[name](configuration, folders)
  } catch (error) {
    if (!ChanceryError.is(error)) throw error
    const told = error.violations.map(({ pointer, message }) => `${settingOf(name, pointer)}: ${message}`)
    throw new ConfigurationError(told.length > 0 ? told : [`CHANCERY_TRANSPORTS: ${name}: ${error.message}`])
  }
}

/** `/dkim/privateKey` of `smtp` is `CHANCERY_SMTP_DKIM_PRIVATE_KEY`; the address of an API is its endpoint. */
const settingOf = (name: Name, pointer: string): string => {
  const words = pointer
    .slice(1)
    .replace(/\/|(?=[A-Z])/g, '_')
    .toUpperCase()
  return `CHANCERY_${name.toUpperCase()}_${words === 'BASE_URL' ? 'ENDPOINT' : words}`
}

const make: Readonly<Record<Name, (configuration: Configuration, folders: DataFolders) => EmailTransport>> = {
  outbox: (_, folders) => createOutbox({ root: folders.outbox }),
  memory: () => createMemoryTransport(),
  sendgrid: ({ CHANCERY_SENDGRID_API_KEY: apiKey = '', CHANCERY_SENDGRID_ENDPOINT: baseUrl }) =>
    createSendGridTransport({ apiKey, ...present({ baseUrl }) }),
  postmark: ({
    CHANCERY_POSTMARK_TOKEN: token = '',
    CHANCERY_POSTMARK_STREAM: stream,
    CHANCERY_POSTMARK_ENDPOINT: baseUrl,
  }) => createPostmarkTransport({ token, ...present({ stream, baseUrl }) }),
  resend: ({ CHANCERY_RESEND_API_KEY: apiKey = '', CHANCERY_RESEND_ENDPOINT: baseUrl }) =>
    createResendTransport({ apiKey, ...present({ baseUrl }) }),
  ses: (configuration) =>
    createSesTransport({
      region: configuration.CHANCERY_SES_REGION ?? '',
      accessKeyId: configuration.CHANCERY_SES_ACCESS_KEY_ID ?? '',
      secretAccessKey: configuration.CHANCERY_SES_SECRET_ACCESS_KEY ?? '',
      ...present({
        sessionToken: configuration.CHANCERY_SES_SESSION_TOKEN,
        configurationSet: configuration.CHANCERY_SES_CONFIGURATION_SET,
        baseUrl: configuration.CHANCERY_SES_ENDPOINT,
      }),
    }),
  smtp: (configuration) => {
    const {
      CHANCERY_SMTP_DKIM_DOMAIN: domain,
      CHANCERY_SMTP_DKIM_SELECTOR: selector,
      CHANCERY_SMTP_DKIM_PRIVATE_KEY: privateKey,
    } = configuration
    const oauth = present({
      accessToken: configuration.CHANCERY_SMTP_OAUTH_ACCESS_TOKEN,
      tokenUrl: configuration.CHANCERY_SMTP_OAUTH_TOKEN_URL,
      clientId: configuration.CHANCERY_SMTP_OAUTH_CLIENT_ID,
      clientSecret: configuration.CHANCERY_SMTP_OAUTH_CLIENT_SECRET,
      refreshToken: configuration.CHANCERY_SMTP_OAUTH_REFRESH_TOKEN,
      scope: configuration.CHANCERY_SMTP_OAUTH_SCOPE,
    })
    const isSigned = domain !== undefined && selector !== undefined && privateKey !== undefined
    return createSmtpTransport({
      host: configuration.CHANCERY_SMTP_HOST ?? '',
      security: configuration.CHANCERY_SMTP_SECURITY,
      connections: configuration.CHANCERY_SMTP_CONNECTIONS,
      maxBytes: configuration.CHANCERY_SMTP_MAX_BYTES,
      ...present({
        port: configuration.CHANCERY_SMTP_PORT,
        user: configuration.CHANCERY_SMTP_USER,
        password: configuration.CHANCERY_SMTP_PASSWORD,
        name: configuration.CHANCERY_SMTP_NAME,
        idempotencyHeader: configuration.CHANCERY_SMTP_IDEMPOTENCY_HEADER,
      }),
      ...(Object.keys(oauth).length > 0 ? { oauth } : {}),
      ...(isSigned ? { dkim: { domain, selector, privateKey } } : {}),
    })
  },
}
