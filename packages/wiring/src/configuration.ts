import { mailbox, readSender, readSpaceName } from '@chancery/core'
import { apiKeyId } from '@chancery/http'
import { readAllowedHosts } from '@chancery/outbound'
import * as z from 'zod'
import { cloudStoreSettings, neededByStores } from './cloud-store-settings.ts'
import { crmSettings } from './crm-settings.ts'
import { samplers } from './trace-samplers.ts'
import { emailEventSettings } from './email-event-settings.ts'
import { instanceFaults, type SettingFault } from './instance-faults.ts'
import { count, list, spaceName, words, wordsIn } from './setting-values.ts'
import { transportFaults } from './transport-faults.ts'
import { rates, transports, transportSettings } from './transport-settings.ts'
import { webhookFaults } from './configured-webhooks.ts'
import { webhookSettings } from './webhook-settings.ts'

/** Spaces by the ids of the gateway's keys. */
const spacesByKey = words.transform((items, context) => {
  const spaces = new Map<string, string>()
  for (const item of items) {
    const [, id = '', name = ''] = /^(gateway-[0-9a-f]{16})=(.*)$/.exec(item) ?? []
    const read = readSpaceName(name)
    const fault =
      id === ''
        ? 'Write id=space, with ids as `keys gateway-id` prints them.'
        : spaces.has(id)
          ? `${id} is there twice.`
          : 'fault' in read
            ? `${id}: ${read.fault}`
            : undefined
    if (fault !== undefined) context.issues.push({ code: 'custom', input: item, message: fault })
    if ('space' in read) spaces.set(id, read.space)
  }
  return spaces
})

/** As OpenTelemetry has lists in its settings: values are percent-encoded. */
const pairs = z.string().transform((text, context) => {
  const found: Record<string, string> = {}
  for (const item of text.split(',').filter((each) => each.trim() !== '')) {
    const [, name = '', value = ''] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(item) ?? []
    try {
      if (name === '') throw new TypeError()
      found[name] = decodeURIComponent(value)
    } catch {
      // Not the item itself: it may hold a token.
      context.issues.push({ code: 'custom', input: '', message: 'Must be name=value,… with % encoded as %25.' })
      return z.NEVER
    }
  }
  return found
})

/**
 * Every environment variable that the service reads, with its default. `.env.example` is made from this, and a test
 * holds both together. Without any of them everything runs embedded.
 */
export const configurationSchema = z.object({
  CHANCERY_HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on.'),
  CHANCERY_PORT: count(0, 65_535).default(8080).describe('Port to listen on; 0 takes a free one.'),
  CHANCERY_HEALTH_PORT: count(0, 65_535)
    .optional()
    .describe(
      'Port on which a thread of its own answers /healthz and /readyz, however busy the service is; absent: none. Both are on the port of the service, too.',
    ),
  CHANCERY_METRICS_PORT: count(0, 65_535)
    .optional()
    .describe(
      'Port on which /metrics is answered in Prometheus’ text format, without a key: for the network of the operator alone. Absent: none.',
    ),
  CHANCERY_DATA: z.string().min(1).default('.data').describe('Folder for documents, outbox, clients and keys.'),
  CHANCERY_BASE_URL: z
    .url({ protocol: /^https?$/, error: 'Must be an http or https address.' })
    .optional()
    .describe('Public address, for the OpenAPI document.'),
  CHANCERY_ENVIRONMENT: z
    .string()
    .regex(/^[a-z0-9]{1,16}$/, 'Lower-case letters and digits.')
    .default('dev')
    .describe('Name of this deployment; part of its API keys.'),

  CHANCERY_AUTH: z
    .enum(['keys', 'gateway'])
    .default('keys')
    .describe('Who checks the key: this service, or an API gateway in front of it.'),
  CHANCERY_API_KEY: z
    .string()
    .optional()
    .describe('A key to accept for every operation, besides those that `keys create` has made; never printed.'),
  CHANCERY_KEY_SECRET: z
    .string()
    .min(32, 'Must have 32 characters at the least; `openssl rand -hex 32` makes one.')
    .optional()
    .describe(
      'Secret under which keys are hashed, of 32 characters at the least, the same for all instances. Absent, with CHANCERY_STATE=sqlite: one is made and kept in the data folder.',
    ),

  CHANCERY_GATEWAY_AUDIENCE: z
    .string()
    .min(1)
    .optional()
    .describe('With `gateway`: what its identity tokens must be made for (`aud`): the address of this service.'),
  CHANCERY_GATEWAY_ACCOUNT: z
    .email()
    .optional()
    .describe('With `gateway`: the service account that it calls with (`email` of its identity tokens).'),
  CHANCERY_GATEWAY_SIGNATURE: z
    .enum(['check', 'platform'])
    .optional()
    .describe(
      'With `gateway`: who checks the signature of its identity tokens. Absent or `check`: this service. `platform`: the IAM check of Cloud Run, which cuts it off; only where that check is on.',
    ),
  CHANCERY_GATEWAY_CERTS_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'With `gateway`: another address of the certificates that Google signs with, or of the same keys as a JWK set; for tests.',
    ),
  CHANCERY_SPACE: spaceName
    .optional()
    .describe(
      'With `gateway`: the space of every key that has none by CHANCERY_GATEWAY_SPACES; absent: the common one.',
    ),
  CHANCERY_GATEWAY_SPACES: spacesByKey
    .optional()
    .describe(
      'With `gateway`: spaces of its keys, as id=space,…; `keys gateway-id` prints the id of a key, `common` is the common space. Keys that are not listed are then refused, unless CHANCERY_SPACE is set.',
    ),

  CHANCERY_STORES: list(['local', 'memory', 'gcs', 's3', 'azure'])
    .default(['local'])
    .describe('Document stores; the first is the default.'),
  CHANCERY_EXTRACTORS: list(['embedded', 'mammoth', 'document-ai'])
    .default(['embedded', 'mammoth'])
    .describe('Document readers; the first is the default. `mammoth`: Word documents, with a style map.'),
  CHANCERY_MAMMOTH_STYLE_MAP: z
    .string()
    .default('')
    .transform((rules) => rules.replaceAll('\\n', '\n'))
    .describe(
      "What styles become for `mammoth`: p[style-name='Clause'] => h2:fresh; rules are parted by line ends or \\n.",
    ),
  CHANCERY_OCR: z
    .enum(['auto', 'tesseract', 'native', 'off'])
    .default('auto')
    .describe(
      'What reads pictures. `auto`: the native tesseract where there is one, and what is built in for languages that it has no data for.',
    ),
  CHANCERY_OCR_LANGUAGES: words
    .default([])
    .describe(
      'BCP 47 tags (en,sv,el) of the languages that pictures are read in: the first and those of its script, another where a page turns out to be in it. The data of each is a package (`npm install @tesseract.js-data/ell` for Greek) or a file of CHANCERY_OCR_DATA; en, de, fr, es, it, pt and nl are there. None: en, and what the text turns out to be.',
    ),
  CHANCERY_OCR_DATA: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder of *.traineddata files (also gzipped), which go before those that are installed. Nothing is ever downloaded.',
    ),
  CHANCERY_CONVERTERS: list(['auto', 'libreoffice', 'gotenberg', 'off'])
    .default(['auto'])
    .describe(
      'What turns documents into PDF; the first is the default. auto: Gotenberg where its address is set, else LibreOffice where it is installed.',
    ),
  CHANCERY_LIBREOFFICE: z
    .string()
    .min(1)
    .optional()
    .describe('Path of the soffice program; absent: it is looked for on PATH.'),
  CHANCERY_LIBREOFFICE_PROCESSES: count(1, 64)
    .default(1)
    .describe('LibreOffice processes at once; each takes some 200 MB.'),
  CHANCERY_GOTENBERG_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Address of a Gotenberg; name and password in it are sent as basic authentication.'),
  CHANCERY_CONVERSION_MS: count(1000, 3_600_000).default(60_000).describe('Time for one conversion, in ms.'),
  CHANCERY_TRANSPORTS: list(transports)
    .default(['outbox'])
    .describe('E-mail transports; the first is the default, unless there is a failover.'),
  CHANCERY_EMAIL_FAILOVER: list(transports)
    .default([])
    .describe(
      'Transports that are one, `failover`, which is the default then: the next gets an e-mail that the one before surely has not taken. What is in doubt goes to no other.',
    ),
  CHANCERY_EMAIL_RETRIES: count(0, 10)
    .default(2)
    .describe(
      'How often an e-mail is handed over again that a provider surely has not taken (not of outbox and memory), inside of the deadline.',
    ),
  CHANCERY_EMAIL_RATES: rates
    .optional()
    .describe(
      'E-mails a second that this process hands over, as transport=number,…: smtp=2,ses=14. Absent: as they come.',
    ),
  CHANCERY_STATE: z
    .enum(['sqlite', 'postgres', 'memory'])
    .default('sqlite')
    .describe(
      'Where keys, idempotency, the e-mail ledger, clients and rates are kept: in files of one machine, in a database that many instances share, or in this process.',
    ),
  CHANCERY_EPHEMERAL: z
    .enum(['refuse', 'allow'])
    .default('refuse')
    .describe(
      'On Cloud Run and Functions: whether a start is refused whose state, documents or mails are kept by one instance, and lost with it.',
    ),
  CHANCERY_DATABASE_URL: z
    .string()
    .regex(/^postgres(?:ql)?:\/\/\S+$/, 'Must be an address: postgres://user:password@host/database.')
    .optional()
    .describe(
      'Address of the Postgres of CHANCERY_STATE=postgres, with its password: a secret. `?sslmode=verify-full` asks for TLS.',
    ),
  CHANCERY_DATABASE_CONNECTIONS: count(1, 1000)
    .default(10)
    .describe('Connections to it at the most, of this instance.'),
  CHANCERY_MIGRATE: z
    .enum(['command', 'start'])
    .default('command')
    .describe('When its tables are made and brought up to date: by `npm run migrate`, or at each start.'),

  CHANCERY_WORK: z
    .enum(['auto', 'off', 'embedded', 'postgres', 'cloud-tasks'])
    .default('auto')
    .describe(
      'Calls that prefer to be answered before they are done (`Prefer: respond-async`): `embedded`, this process does them itself; `postgres`, by pg-boss, in this process or in workers (`work`); `cloud-tasks`, pushed to this service by a queue of Google Cloud Tasks; `off`, none are taken on. `auto`: postgres with CHANCERY_STATE=postgres, else embedded; on Functions off.',
    ),
  CHANCERY_WORKERS: count(0, 100)
    .default(1)
    .describe('Such calls done at once by this process, in children of their own; 0: they are left to workers.'),
  CHANCERY_WORK_QUEUE: z
    .string()
    .regex(/^projects\/[^/]+\/locations\/[^/]+\/queues\/[^/]+$/, 'Must be projects/…/locations/…/queues/….')
    .optional()
    .describe('With `cloud-tasks`: the queue.'),
  CHANCERY_WORK_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('With `cloud-tasks`: where it pushes to: the address of this service, with /work behind it.'),
  CHANCERY_WORK_SERVICE_ACCOUNT: z
    .email()
    .optional()
    .describe('With `cloud-tasks`: the service account whose identity token comes with a push.'),
  CHANCERY_WORK_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Another address of Cloud Tasks, for tests.'),
  CHANCERY_WORK_CERTS_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Another address of the certificates that Google signs with, for tests.'),
  CHANCERY_WORK_MS: count(1000, 86_400_000).default(1_800_000).describe('Time for one such call, in ms.'),
  CHANCERY_WORK_KEPT_MS: count(60_000, 2_592_000_000)
    .default(86_400_000)
    .describe('How long such a call and its answer are kept, in ms.'),
  CHANCERY_WORK_MAX_PAGES: count(1, 100_000).default(5000).describe('Pages of a document of such a call.'),
  CHANCERY_WORK_MAX_RECORDS: count(1, 1_000_000).default(50_000).describe('Records or recipients of such a call.'),
  CHANCERY_WORK_MAX_SAMPLES: count(1, 1000).default(200).describe('Samples of such a call.'),
  CHANCERY_WORK_MAX_ROWS: count(1, 10_000_000).default(1_000_000).describe('Client rows of such a call.'),

  ...cloudStoreSettings,

  CHANCERY_DOCUMENT_AI_PROJECT: z.string().optional().describe('Google Cloud project of the document-ai reader.'),
  CHANCERY_DOCUMENT_AI_LOCATION: z.string().default('eu').describe('Its location.'),
  CHANCERY_DOCUMENT_AI_PROCESSOR: z.string().optional().describe('Its processor.'),
  CHANCERY_DOCUMENT_AI_ENDPOINT: z.string().optional().describe('Another address of the API, for tests.'),
  CHANCERY_DOCUMENT_AI_KIND: z
    .enum(['ocr', 'form', 'layout', 'entities'])
    .optional()
    .describe('What the processor does; absent: only options that all processors take are sent.'),
  CHANCERY_DOCUMENT_AI_TRANSPORT: z.enum(['grpc', 'rest']).default('grpc').describe('Protocol of the calls.'),
  CHANCERY_DOCUMENT_AI_MAX_PAGES: count(1, 100_000)
    .default(500)
    .describe('Pages of one document that are paid for at the most.'),
  CHANCERY_DOCUMENT_AI_PAGES_PER_CALL: count(1, 30)
    .default(15)
    .describe('Pages of one call; longer PDFs are cut. Above 15 the processor has to take calls without page images.'),
  CHANCERY_DOCUMENT_AI_BUCKET: z
    .string()
    .min(3)
    .optional()
    .describe('Bucket through which PDFs of more than 150 pages are read in a batch; absent: in many calls.'),
  CHANCERY_DOCUMENT_AI_FALLBACK: z
    .enum(['off', 'embedded', 'embedded-and-quota'])
    .default('off')
    .describe('Whether the embedded reader answers, with a warning, while Document AI is away or its quota used up.'),
  ...transportSettings,
  ...webhookSettings,
  ...emailEventSettings,
  ...crmSettings,

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

  CHANCERY_SAFETY: z
    .enum(['processes', 'inline'])
    .default('processes')
    .describe('Where documents are taken apart: in confined child processes, or in this process.'),
  CHANCERY_MAX_BODY_BYTES: count(1024, 1024 ** 3)
    .default(32 * 1024 * 1024)
    .describe('Bytes of a request body.'),
  CHANCERY_MAX_ANSWER_BYTES: count(1024, 1024 ** 3)
    .default(64 * 1024 * 1024)
    .describe('Bytes of an answer.'),
  CHANCERY_MAX_PAGES: count(1, 100_000).default(500).describe('Pages of a document.'),
  CHANCERY_MAX_RECORDS: count(1, 100_000).default(1000).describe('Records or recipients of a call.'),
  CHANCERY_MAX_SAMPLES: count(1, 1000).default(50).describe('Samples of a call.'),
  CHANCERY_DEADLINE_MS: count(100, 3_600_000).default(30_000).describe('Time for one operation, in ms.'),
  CHANCERY_CONNECTIONS: count(1, 1_000_000)
    .optional()
    .describe(
      'Connections at once; above it, the one is closed that was idle for the longest. Absent: three quarters of the file descriptors that the process may have, at the most 10,000.',
    ),
  CHANCERY_CONNECTIONS_PER_ADDRESS: count(1, 1_000_000)
    .optional()
    .describe(
      'Connections at once from one network address; absent: half of all. Behind a proxy all have its address.',
    ),
  CHANCERY_CONCURRENCY: count(1, 10_000)
    .default(4)
    .describe('Calls at once for each key: of those that take documents apart, and of all others.'),
  CHANCERY_SLOTS: count(1, 1000)
    .optional()
    .describe(
      'Calls that take documents apart at once, and children for them; absent: one for each core (2 to 8), and one more.',
    ),
  CHANCERY_QUEUE: count(0, 100_000).optional().describe('Such calls that wait for a slot; absent: four for each slot.'),
  CHANCERY_QUEUE_MS: count(0, 3_600_000)
    .optional()
    .describe('How long such a call waits for a slot, in ms; absent: a third of the deadline.'),
  CHANCERY_MEMORY_BYTES: count(1024 ** 2, 1024 ** 4)
    .optional()
    .describe('Memory that all calls may reserve; absent: a quarter of what the machine or container has.'),
  CHANCERY_RATE_PER_MINUTE: count(1, 1_000_000).default(600).describe('Calls a minute for each key.'),
  CHANCERY_LOG: z
    .enum(['debug', 'info', 'warning', 'error', 'off'])
    .default('info')
    .describe('Least level that is logged.'),
  CHANCERY_AUDIT: z
    .enum(['off', 'file', 'postgres'])
    .default('off')
    .describe(
      'Whether it is put on record who did what to which document or client, and where: in files of one process, or in the database that many instances share. What cannot be recorded is refused.',
    ),
  CHANCERY_AUDIT_NAMES: z
    .enum(['digest', 'plain'])
    .default('digest')
    .describe(
      'How the audit log names paths and clients: as digests under the secret of the keys, or as they are. Whoever knows a path finds its entries in both.',
    ),
  CHANCERY_AUDIT_FOLDER: z
    .string()
    .min(1)
    .optional()
    .describe('Folder of the files of CHANCERY_AUDIT=file; absent: `audit` in the data folder.'),
  CHANCERY_AUDIT_FILE_BYTES: count(64 * 1024, 1024 ** 3)
    .default(64 * 1024 ** 2)
    .describe('Bytes of one such file, after which the next one is begun.'),

  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'Must be an http or https address.' })
    .optional()
    .describe(
      'Collector that takes traces and figures by OTLP over HTTP: http://127.0.0.1:4318. Absent: nothing is sent.',
    ),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(['http/protobuf', 'http/json'], { error: 'Must be http/protobuf or http/json: gRPC is not spoken here.' })
    .default('http/protobuf')
    .describe('How they are written.'),
  OTEL_EXPORTER_OTLP_HEADERS: pairs
    .optional()
    .describe('Headers of each batch, as name=value,…: a secret where they hold a token.'),
  OTEL_EXPORTER_OTLP_TIMEOUT: count(100, 600_000).default(10_000).describe('Time for one batch, in ms.'),
  OTEL_METRIC_EXPORT_INTERVAL: count(1000, 3_600_000)
    .default(60_000)
    .describe('Between two batches of figures, in ms.'),
  OTEL_SERVICE_NAME: z.string().min(1).default('chancery').describe('What traces and figures are told of.'),
  OTEL_RESOURCE_ATTRIBUTES: pairs
    .optional()
    .describe('Further facts of the deployment, as name=value,…: deployment.environment.name=dev.'),
  OTEL_TRACES_SAMPLER: z
    .enum(samplers)
    .default('parentbased_always_on')
    .describe('Which traces are kept; parentbased_…: those that the caller keeps, and else as it says.'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/, 'Must be a number from 0 to 1.')
    .transform(Number)
    .optional()
    .describe('Of the samplers by ratio: 0 to 1.'),
  OTEL_SDK_DISABLED: z.enum(['true', 'false']).default('false').describe('`true`: nothing is sent, whatever is set.'),
})

/** Checked and with its defaults, by the names of the environment's variables. */
export type Configuration = z.output<typeof configurationSchema>

/** Every mistake of a configuration at once. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
  readonly mistakes: readonly string[]
  constructor(mistakes: readonly string[]) {
    super(`The configuration is not valid:\n${mistakes.map((mistake) => `  ${mistake}`).join('\n')}`)
    this.mistakes = mistakes
  }
}

/**
 * Reads the configuration from an environment; an empty variable counts as absent. Values may come out of files, with a line
 * end: space around them does not count.
 * @throws ConfigurationError with all mistakes, also `CHANCERY_` names that do not exist.
 */
export const readConfiguration = (environment: Readonly<Record<string, string | undefined>>): Configuration =>
  readSettings(environment, Object.keys(configurationSchema.shape) as (keyof Configuration)[])

/**
 * Reads some of the settings, whatever the others are: for commands that need no more.
 * @throws ConfigurationError with all mistakes in them, also `CHANCERY_` names that do not exist.
 */
export function readSettings<Name extends keyof Configuration>(
  environment: Readonly<Record<string, string | undefined>>,
  names: readonly Name[],
): Pick<Configuration, Name> {
  const wanted: ReadonlySet<string> = new Set(names)
  const all = givenSettings(environment)
  const given = only(all, (name) => wanted.has(name))
  const result = configurationSchema.safeParse(given)
  const faulty = new Set(result.error?.issues.map((issue) => String(issue.path[0])))
  // How settings go together is told beside what is wrong with single ones, which count as absent here.
  const right = result.data ?? configurationSchema.parse(only(given, (name) => !faulty.has(name)))
  const together = [
    ...missingSettings(right),
    ...transportFaults(right),
    ...webhookFaults(right),
    ...misplacedSettings(right, all),
    ...instanceFaults(right, environment),
  ]
  const told = together.filter(({ name }) => wanted.has(name) && !faulty.has(name))
  const mistakes = [
    ...unknownSettings(all),
    ...(result.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    ...told.map(({ name, message }) => `${name}: ${message}`),
    ...runtimeFaults(given),
  ]
  if (mistakes.length > 0) throw new ConfigurationError(mistakes)
  return right
}

type Given = Readonly<Record<string, string>>

const givenSettings = (environment: Readonly<Record<string, string | undefined>>): Given =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      (name.startsWith('CHANCERY_') || Object.hasOwn(configurationSchema.shape, name)) &&
      value !== undefined &&
      value !== ''
        ? [[name, value.trim()] as const]
        : [],
    ),
  )

const unknownSettings = (given: Given): string[] =>
  Object.keys(given)
    .filter((name) => !Object.hasOwn(configurationSchema.shape, name) && !benchmarkOnly.has(name))
    .map((name) => `${name}: there is no such setting.`)

const only = (given: Given, holds: (name: string) => boolean): Given =>
  Object.fromEntries(Object.entries(given).filter(([name]) => holds(name)))

/** Read by benchmarks alone. */
const benchmarkOnly = new Set(['CHANCERY_CORPORA'])

/** What a chosen provider needs besides its name. */
function missingSettings(configuration: Configuration): SettingFault[] {
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

/** A setting that is passed over would mislead. */
function misplacedSettings(configuration: Configuration, given: Given): SettingFault[] {
  return [
    ...misplacedDatabase(given),
    ...misplacedWork(configuration),
    ...misplacedGateway(configuration),
    ...misplacedCertificate(configuration),
  ]
}

/** Whoever names a database and no state would have files beside it. */
function misplacedDatabase(given: Given): SettingFault[] {
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

/** Values that only a runtime can judge; told also where others are not of their form. */
function runtimeFaults(given: Readonly<Record<string, unknown>>): string[] {
  const mistakes: string[] = []
  const holds = (name: keyof Configuration, message: string, check: (value: string) => unknown): void => {
    const value = given[name]
    // The defaults hold, and asking Intl about them would cost a cold start a tenth of its time.
    if (typeof value !== 'string') return
    try {
      check(value)
    } catch {
      mistakes.push(`${name}: ${message}`)
    }
  }
  holds('CHANCERY_LOCALE', 'Must be a BCP 47 tag.', (value) => Intl.getCanonicalLocales(value))
  holds(
    'CHANCERY_TIME_ZONE',
    'Must be an IANA time zone.',
    (value) => new Intl.DateTimeFormat('en', { timeZone: value }),
  )
  holds(
    'CHANCERY_CURRENCY',
    'Must be an ISO 4217 code.',
    (value) => new Intl.NumberFormat('en', { style: 'currency', currency: value }),
  )
  holds(
    'CHANCERY_URL_HOSTS',
    'Must be hosts: files.example.com, *.example.com for all below it, http://host:port for just that; not `*` alone.',
    (value) => readAllowedHosts(wordsIn(value)),
  )
  holds('CHANCERY_CORS_ORIGINS', 'Must be origins such as https://console.example.org, or `*` for all.', (value) => {
    for (const origin of wordsIn(value)) if (origin !== '*' && new URL(origin).origin !== origin) throw new TypeError()
  })
  holds('CHANCERY_API_KEY', 'Must be a key as `keys create` makes them.', (value) => {
    if (apiKeyId(value) === undefined) throw new TypeError()
  })
  holds('CHANCERY_EMAIL_SENDERS', 'Must be addresses, or domains as @example.com.', (value) => {
    if (wordsIn(value).some((word) => readSender(word) === undefined)) throw new TypeError()
  })
  holds('CHANCERY_EMAIL_FROM', 'Must be one e-mail address, with or without a name.', (value) => mailbox.parse(value))
  return mistakes
}
