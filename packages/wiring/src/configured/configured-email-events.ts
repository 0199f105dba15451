import {
  applyEmailEvents,
  ChanceryError,
  type EmailEventLog,
  type EmailEventReader,
  type Ports,
  present,
} from '@chancery/core'
import type { ReceiveEmailEvents } from '@chancery/http'
import { createPostmarkEvents, createResendEvents, createSendGridEvents, createSesEvents } from '@chancery/mail'
import { type Configuration, ConfigurationError } from '../settings/configuration.ts'

type Settings = Pick<
  Configuration,
  | 'CHANCERY_SENDGRID_EVENTS_KEY'
  | 'CHANCERY_POSTMARK_EVENTS_SECRET'
  | 'CHANCERY_RESEND_EVENTS_SECRET'
  | 'CHANCERY_SES_EVENTS_TOKEN'
  | 'CHANCERY_SES_EVENTS_CERTIFICATE'
>

/** Who may tell what became of e-mails. @throws ConfigurationError where a key is none */
export function configuredEventReaders(configuration: Settings): readonly EmailEventReader[] {
  const {
    CHANCERY_SENDGRID_EVENTS_KEY: publicKey,
    CHANCERY_POSTMARK_EVENTS_SECRET: password,
    CHANCERY_RESEND_EVENTS_SECRET: secret,
    CHANCERY_SES_EVENTS_TOKEN: token,
    CHANCERY_SES_EVENTS_CERTIFICATE: certificate,
  } = configuration
  return [
    ...(publicKey === undefined
      ? []
      : [made('CHANCERY_SENDGRID_EVENTS_KEY', () => createSendGridEvents({ publicKey }))]),
    ...(password === undefined ? [] : [createPostmarkEvents({ secret: password })]),
    ...(secret === undefined ? [] : [made('CHANCERY_RESEND_EVENTS_SECRET', () => createResendEvents({ secret }))]),
    ...(token === undefined
      ? []
      : [made('CHANCERY_SES_EVENTS_CERTIFICATE', () => createSesEvents({ token, ...present({ certificate }) }))]),
  ]
}

function made(setting: string, make: () => EmailEventReader): EmailEventReader {
  try {
    return make()
  } catch (error) {
    if (!ChanceryError.is(error)) throw error
    throw new ConfigurationError([`${setting}: ${error.violations[0]?.message ?? error.message}`])
  }
}

/** Hears those providers; `undefined` where there are none. */
export function emailEventsReceiver(
  readers: readonly EmailEventReader[],
  emailEvents: EmailEventLog,
  ports: Ports,
): ReceiveEmailEvents | undefined {
  if (readers.length === 0) return undefined
  return async (provider, request, signal) => {
    const reader = readers.find(({ id }) => id === provider)
    if (reader === undefined) return undefined
    const events = await reader.read(request, { now: ports.clock.now(), signal })
    return await applyEmailEvents(provider, events, { ...ports, emailEvents })
  }
}
