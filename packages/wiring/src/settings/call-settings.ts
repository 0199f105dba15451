import * as z from 'zod'
import { words } from './setting-values.ts'

/** What counts where a call says nothing, and whom calls may reach; part of the configuration. */
export const callSettings = {
  CHANCERY_EMAIL_FROM: z.string().optional().describe('Sender where a call names none: "Name <name@example.com>".'),
  CHANCERY_EMAIL_SENDERS: words
    .optional()
    .describe(
      'As whom keys may send that have no senders of their own: addresses, and @example.com for all of a domain; absent: anybody.',
    ),
  CHANCERY_LOCALE: z.string().default('en-GB').describe('BCP 47 tag, where a call names none.'),
  CHANCERY_TIME_ZONE: z.string().default('UTC').describe('IANA time zone, where a call names none.'),
  CHANCERY_CURRENCY: z.string().default('EUR').describe('ISO 4217 code, where neither call nor tag names one.'),
  CHANCERY_COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Two capital letters.')
    .optional()
    .describe('ISO 3166-1 code, for phone numbers without a country code.'),
  CHANCERY_URL_HOSTS: words.default([]).describe('Hosts from which documents may be fetched by `url`; none: refused.'),
  CHANCERY_CORS_ORIGINS: words.default([]).describe('Origins whose pages may call the service.'),
}
