import { readWebhookSecret } from '@chancery/formats/standard-webhooks'
import * as z from 'zod'
import { words, wordsIn } from './setting-values.ts'

const addresses = words.transform((items, context) => {
  for (const item of items) {
    const url = URL.parse(item)
    const isHere = ['127.0.0.1', '[::1]', 'localhost'].includes(url?.hostname ?? '')
    if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere)) continue
    // Not the item itself: it may hold a token.
    context.issues.push({ code: 'custom', input: '', message: 'Must be https addresses; http for this machine alone.' })
  }
  if (new Set(items).size < items.length) {
    context.issues.push({ code: 'custom', input: '', message: 'An address is there twice.' })
  }
  return items
})

/** Groups of secrets, one or two each. */
const secrets = z.string().transform((text, context) =>
  text.split(';').map((group) => {
    const found = wordsIn(group).map(readWebhookSecret)
    if (found.length === 0 || found.length > 2 || found.includes(undefined)) {
      context.issues.push({
        code: 'custom',
        input: '',
        message: 'Must be whsec_… with 24 to 64 bytes in base64, one or two for an address.',
      })
    }
    return found.filter((each) => each !== undefined)
  }),
)

/** Whom the service tells of what was done; part of the configuration. */
export const webhookSettings = {
  CHANCERY_WEBHOOK_URLS: addresses
    .optional()
    .describe(
      'Addresses that are told of what was done (Standard Webhooks), with commas between: e-mails, stored documents, templates, imports, ended operations. Absent: nobody, and nothing is written down.',
    ),
  CHANCERY_WEBHOOK_SECRETS: secrets
    .optional()
    .describe(
      'Secrets that sign: `echo whsec_$(openssl rand -base64 32)` makes one. Two for an address while one is exchanged, the new one first: whsec_new,whsec_old. A `;` between those of different addresses, in their order; without one, they are for all.',
    ),
  CHANCERY_WEBHOOK_NETWORK: z
    .enum(['public', 'private'])
    .default('public')
    .describe('`private`: these addresses may be in a private network.'),
  CHANCERY_WEBHOOK_NAMES: z
    .enum(['plain', 'digest'])
    .default('plain')
    .describe('How the path of a stored document is told: as it is, or as a digest under the secret of the keys.'),
}
