/** What needs no SDK keeps its whole contract in the bundle, too: the sources of each are tried by the tests of their package. */
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiKeyStoreContract } from '@chancery/port-contracts/api-key-store'
import { archiverContract } from '@chancery/port-contracts/archiver'
import { clientDirectoryContract } from '@chancery/port-contracts/client-directory'
import { clientNormalizerContract } from '@chancery/port-contracts/client-normalizer'
import { clockContract } from '@chancery/port-contracts/clock'
import { documentGuardContract } from '@chancery/port-contracts/document-guard'
import { documentStoreContract, roundsOfOneThread } from '@chancery/port-contracts/document-store'
import { documentTemplatesContract } from '@chancery/port-contracts/document-templates'
import { emailLedgerContract } from '@chancery/port-contracts/email-ledger'
import { suppressionListContract } from '@chancery/port-contracts/suppression-list'
import { emailTemplatesContract } from '@chancery/port-contracts/email-templates'
import { type Delivery, emailTransportContract } from '@chancery/port-contracts/email-transport'
import { fieldIdentifierContract } from '@chancery/port-contracts/field-identifier'
import { hasherContract } from '@chancery/port-contracts/hasher'
import { docxOf } from '@chancery/port-contracts/sample-documents'
import { afterAll } from 'vitest'
import { postmarkStandIn, postmarkToken } from '../../packages/mail/src/postmark/postmark-stand-in.test-support.ts'
import { resendKey, resendStandIn } from '../../packages/mail/src/resend/resend-stand-in.test-support.ts'
import { deliveriesOf, sendGridStandIn } from '../../packages/mail/src/sendgrid/stand-in.test-support.ts'
import { sesKeys, sesStandIn } from '../../packages/mail/src/ses/ses-stand-in.test-support.ts'
import { mailServer, takenDelivery } from '../../packages/mail/src/smtp/mail-server.test-support.ts'
import { textOf } from '../../packages/word/src/testing/docx-builder.ts'
import { bundledPorts, inline } from './bundled-ports.ts'

interface MailStand {
  readonly settings: Readonly<Record<string, string>>
  deliveries(): Promise<readonly Delivery[]>
  /** As the contract has it. */
  readonly takesQuoted?: boolean
  readonly takesEmptyFiles?: boolean
  close(): Promise<void>
}

/** Each mail provider's stand-in, and the settings that lead to it. */
const mailStands: Readonly<Record<string, () => Promise<MailStand>>> = {
  async SendGrid() {
    const { baseUrl, received, close } = await sendGridStandIn()
    const settings = {
      CHANCERY_TRANSPORTS: 'sendgrid',
      CHANCERY_SENDGRID_API_KEY: 'SG.test-key',
      CHANCERY_SENDGRID_ENDPOINT: baseUrl,
    }
    return { settings, deliveries: async () => deliveriesOf(received), takesEmptyFiles: false, close }
  },
  async SMTP() {
    const { port, taken, close } = await mailServer({ disabledCommands: ['STARTTLS', 'AUTH'] })
    const settings = {
      CHANCERY_TRANSPORTS: 'smtp',
      CHANCERY_SMTP_HOST: '127.0.0.1',
      CHANCERY_SMTP_PORT: String(port),
      CHANCERY_SMTP_SECURITY: 'none',
    }
    return { settings, deliveries: async () => await Promise.all(taken.map(takenDelivery)), takesQuoted: false, close }
  },
  async Postmark() {
    const { baseUrl, taken, close } = await postmarkStandIn()
    const settings = {
      CHANCERY_TRANSPORTS: 'postmark',
      CHANCERY_POSTMARK_TOKEN: postmarkToken,
      CHANCERY_POSTMARK_ENDPOINT: baseUrl,
    }
    return { settings, deliveries: async () => taken, close }
  },
  async Resend() {
    const { baseUrl, taken, close } = await resendStandIn()
    const settings = {
      CHANCERY_TRANSPORTS: 'resend',
      CHANCERY_RESEND_API_KEY: resendKey,
      CHANCERY_RESEND_ENDPOINT: baseUrl,
    }
    return { settings, deliveries: async () => taken, close }
  },
  async 'Amazon SES'() {
    const { baseUrl, deliveries, close } = await sesStandIn()
    const settings = {
      CHANCERY_TRANSPORTS: 'ses',
      CHANCERY_SES_REGION: sesKeys.region,
      CHANCERY_SES_ACCESS_KEY_ID: sesKeys.accessKeyId,
      CHANCERY_SES_SECRET_ACCESS_KEY: sesKeys.secretAccessKey,
      CHANCERY_SES_ENDPOINT: baseUrl,
    }
    return { settings, deliveries, close }
  },
}

const { portsOf, end } = await bundledPorts('server')
afterAll(end)
const { ports } = portsOf({})
const inBundle = (what: string): string => `${what} of the server bundle`

documentTemplatesContract(inBundle('Word templates'), () => ({
  templates: ports.documentTemplates,
  make: (...paragraphs) => docxOf(paragraphs),
  read: (bytes) => textOf(bytes).split('\n'),
}))
emailTemplatesContract(inBundle('e-mail templates'), () => ports.emailTemplates)
fieldIdentifierContract(inBundle('the rules'), () => ports.identifiers.get(), { wraps: true })
documentGuardContract(
  inBundle('the guard'),
  (bytes) => portsOf({ ...inline, CHANCERY_MAX_BODY_BYTES: String(Math.max(bytes, 1024)) }).ports.guard,
)
clientNormalizerContract(inBundle('the normalizer'), () => ports.clientNormalizer)
archiverContract(inBundle('the archiver'), () => ports.archiver)
hasherContract(inBundle('the hasher'), () => ports.hasher)
clockContract(inBundle('the clock'), () => ports.clock)
documentStoreContract(
  inBundle('the local store'),
  async () => {
    const { ports: own, data, close } = portsOf(inline)
    return {
      store: own.stores.get(),
      async damage(path) {
        const file = join(data, 'documents', path)
        const bytes = readFileSync(file)
        bytes[0] = (bytes[0] ?? 0) ^ 1
        // A file of another time would be another document.
        const copy = `${file}.time`
        execFileSync('cp', ['-p', file, copy])
        writeFileSync(file, bytes)
        execFileSync('touch', ['-r', copy, file])
        rmSync(copy)
      },
      close,
    }
  },
  { hierarchical: true, segmentBytes: 255, rounds: roundsOfOneThread, inPieces: false },
)
for (const state of ['sqlite', 'memory']) {
  const own = () =>
    portsOf({ ...inline, CHANCERY_STATE: state, CHANCERY_KEY_SECRET: 'a secret of this test, long enough' })
  apiKeyStoreContract(inBundle(`keys in ${state}`), async () => {
    const { apiKeys: store, close } = own()
    return { store, close }
  })
  emailLedgerContract(inBundle(`the ledger in ${state}`), async () => {
    const { ports: stored, close } = own()
    return { ledger: both(stored.emailLedger, stored.emailSchedule), close }
  })
  suppressionListContract(inBundle(`the suppression list in ${state}`), async () => {
    const { ports: stored, close } = own()
    return { list: stored.suppressions, close }
  })
  clientDirectoryContract(inBundle(`clients in ${state}`), async () => {
    const { ports: stored, close } = own()
    return { directory: stored.clientDirectory, close }
  })
}

for (const [what, stand] of Object.entries(mailStands)) {
  emailTransportContract(inBundle(what), async () => {
    const { settings, close: leave, ...stood } = await stand()
    const { ports: own, close } = portsOf({ ...inline, ...settings })
    return {
      transport: own.transports.get(),
      ...stood,
      async close() {
        await close()
        await leave()
      },
    }
  })
}

/** What two ports do, as one. */
function both<One extends object, Other extends object>(one: One, other: Other): One & Other {
  return new Proxy({} as One & Other, {
    get(_, name) {
      const from = name in one ? one : other
      const value: unknown = Reflect.get(from, name)
      return typeof value === 'function' ? value.bind(from) : value
    },
  })
}
