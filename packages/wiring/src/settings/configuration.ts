import { faultWords, suggest } from '@chancery/core'
import * as z from 'zod'
import { accessSettings } from './access-settings.ts'
import { callSettings } from './call-settings.ts'
import { cloudStoreSettings } from './cloud-store-settings.ts'
import { webhookFaults } from './webhook-faults.ts'
import { conversionSettings } from './conversion-settings.ts'
import { crmSettings } from './crm-settings.ts'
import { documentAiSettings } from './document-ai-settings.ts'
import { emailEventSettings } from './email-event-settings.ts'
import { instanceFaults } from './instance-faults.ts'
import { limitSettings } from './limit-settings.ts'
import { misplacedSettings } from './misplaced-settings.ts'
import { missingSettings } from './missing-settings.ts'
import { readingSettings } from './reading-settings.ts'
import { recordSettings } from './record-settings.ts'
import { runtimeFaults } from './runtime-faults.ts'
import { serverSettings } from './server-settings.ts'
import { list } from './setting-values.ts'
import { stateSettings } from './state-settings.ts'
import { telemetrySettings } from './telemetry-settings.ts'
import { transportFaults } from './transport-faults.ts'
import { transportChoice, transportSettings } from './transport-settings.ts'
import { webhookSettings } from './webhook-settings.ts'
import { workSettings } from './work-settings.ts'

/**
 * Every environment variable that the service reads, with its default. `.env.example` is made from this, and a test
 * holds both together. Without any of them everything runs embedded.
 */
export const configurationSchema = z.object({
  ...serverSettings,
  ...accessSettings,
  CHANCERY_STORES: list(['local', 'memory', 'gcs', 's3', 'azure'])
    .default(['local'])
    .describe('Document stores; the first is the default.'),
  ...readingSettings,
  ...conversionSettings,
  ...transportChoice,
  ...stateSettings,
  ...workSettings,
  ...cloudStoreSettings,
  ...documentAiSettings,
  ...transportSettings,
  ...webhookSettings,
  ...emailEventSettings,
  ...crmSettings,
  ...callSettings,
  ...limitSettings,
  ...recordSettings,
  ...telemetrySettings,
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
  const quoted = Object.keys(all).filter((name) => wanted.has(name) && isQuoted(name, all[name] ?? ''))
  const given = only(all, (name) => wanted.has(name) && !quoted.includes(name))
  const result = configurationSchema.safeParse(given, { error: faultWords })
  const faulty = new Set([...quoted, ...(result.error?.issues ?? []).map((issue) => String(issue.path[0]))])
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
    ...quoted.map((name) => `${name}: stands in quotes, which are a part of it here. Leave them out.`),
    ...(result.error?.issues ?? []).map(({ path: [name], message }) => `${String(name)}: ${message}`),
    ...told.map(({ name, message }) => `${name}: ${message}`),
    ...runtimeFaults(given),
  ]
  // Of a list, several entries may have the same.
  if (mistakes.length > 0) throw new ConfigurationError([...new Set(mistakes)])
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
    .filter((name) => !Object.hasOwn(configurationSchema.shape, name) && !ofOthers.has(name))
    .map((name) => {
      const near = suggest(name, Object.keys(configurationSchema.shape))
      return `${name}: there is no such setting.${near === undefined ? '' : ` Did you mean ${near}?`}`
    })

/** Whether a value came with the quotes that a shell takes away, and `docker --env-file` does not; a password may have such. */
const isQuoted = (name: string, value: string): boolean =>
  /^(?:"[^]*"|'[^]*')$/.test(value) && !name.endsWith('_PASSWORD')

const only = (given: Given, holds: (name: string) => boolean): Given =>
  Object.fromEntries(Object.entries(given).filter(([name]) => holds(name)))

/** Not for the service: what the commands of the docs call it with, in whose shell it may be started, and what benchmarks read. */
const ofOthers = new Set(['CHANCERY_KEY', 'CHANCERY_CORPORA'])
