import { cloudStoreSettings } from './cloud-store-settings.ts'
import { documentAiSettings } from './document-ai-settings.ts'
import type { SettingFault } from './instance-faults.ts'
import { transports, transportSettings } from './transport-settings.ts'

interface Choice {
  readonly name: string
  /** What happens where it is not made. */
  readonly otherwise: string
  readonly providers: readonly string[]
  /** Of single providers, whose names they begin with. */
  readonly settings: object
}

const choices: readonly Choice[] = [
  {
    name: 'CHANCERY_TRANSPORTS',
    otherwise: 'e-mails stay in the outbox',
    providers: transports,
    settings: transportSettings,
  },
  {
    name: 'CHANCERY_STORES',
    otherwise: 'documents are kept on this machine',
    providers: ['gcs', 's3', 'azure'],
    settings: cloudStoreSettings,
  },
  {
    name: 'CHANCERY_EXTRACTORS',
    otherwise: 'documents are read on this machine',
    providers: ['document-ai'],
    settings: documentAiSettings,
  },
]

/** Whoever sets up a provider means to use it: without a choice, the embedded one would be taken, and nobody told. */
export const unchosenProviders = (given: Readonly<Record<string, string>>): SettingFault[] =>
  choices
    .filter(({ name }) => given[name] === undefined)
    .flatMap(({ name, otherwise, providers, settings }) =>
      providers.flatMap((provider) => {
        const ofProvider = `CHANCERY_${provider.replace('-', '_').toUpperCase()}_`
        const set = Object.keys(settings).find((each) => each.startsWith(ofProvider) && given[each] !== undefined)
        if (set === undefined) return []
        const message = `${set} is set, and ${otherwise} without a choice: write ${name}=${provider}, or which are meant.`
        return [{ name, message }]
      }),
    )
