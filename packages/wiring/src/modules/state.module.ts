import {
  ChanceryError,
  type ClientDirectory,
  type Clock,
  type EventOutbox,
  type EventRecording,
  type EventSource,
} from '@chancery/core'
import {
  createMemoryClientDirectory,
  openClientDirectory,
  type SqliteClientDirectory,
} from '@chancery/clients/directory'
import { createMemoryState, openStateDatabase, type StateStores } from '@chancery/state'
import { ContainerModule, type ServiceIdentifier } from 'inversify'
import { join } from 'node:path'
import { isClosable } from '../closing.ts'
import type { Configuration } from '../settings/configuration.ts'
import { configuredAudit } from '../configured/configured-audit.ts'
import {
  type ConfiguredPostgres,
  configuredPostgres,
  migrateState,
  usesPostgres,
} from '../configured/configured-postgres.ts'
import { configuredDelivery, type ConfiguredDelivery } from '../configured/configured-work.ts'
import { deletionSeal } from '../configured/deletion-seal.ts'
import { lazily } from '../configured/lazily.ts'
import { type DataFolders, tokens } from '../tokens.ts'

type Stores = Pick<
  StateStores,
  'apiKeys' | 'idempotency' | 'emailLedger' | 'suppressions' | 'emailEvents' | 'rates' | 'calls' | 'events'
>

const token = <T>(name: string): ServiceIdentifier<T> => Symbol(name) as ServiceIdentifier<T>
const stores = token<Stores & { close?(): void }>('stores of the state')

/** Keys, idempotency, e-mails, rates, background calls, clients and the audit log: in files, in Postgres, or in memory. */
export const stateModule = new ContainerModule(({ bind }) => {
  bind(tokens.postgres)
    .toResolvedValue(configuredPostgres, [tokens.configuration, tokens.clock, tokens.recording])
    .onDeactivation((opened) => opened.close())
  bind(stores)
    .toResolvedValue(storesOf, [tokens.configuration, tokens.folders, tokens.clock, tokens.postgres, tokens.recording])
    .onDeactivation((opened) => opened.close?.())
  bind(tokens.apiKeys).toResolvedValue(({ apiKeys }: Stores) => apiKeys, [stores])
  bind(tokens.idempotency).toResolvedValue(({ idempotency }: Stores) => idempotency, [stores])
  bind(tokens.claims).toResolvedValue(({ idempotency }: Stores) => idempotency, [stores])
  bind(tokens.rates).toResolvedValue(({ rates }: Stores) => rates, [stores])
  bind(tokens.calls).toResolvedValue(({ calls }: Stores) => calls, [stores])
  bind(tokens.emailLedger).toResolvedValue(({ emailLedger }: Stores) => emailLedger, [stores])
  bind(tokens.suppressions).toResolvedValue(({ suppressions }: Stores) => suppressions, [stores])
  bind(tokens.emailEvents).toResolvedValue(({ emailEvents }: Stores) => emailEvents, [stores])
  bind(tokens.events).toResolvedValue(({ events }: Stores) => events, [stores])
  bind(tokens.emailSchedule).toResolvedValue(({ emailLedger }: Stores) => emailLedger, [stores])
  bind(tokens.clientDirectory)
    .toResolvedValue(directoryOf, [
      tokens.configuration,
      tokens.folders,
      tokens.postgres,
      tokens.events,
      tokens.keySecret,
      tokens.recording,
    ])
    .onDeactivation((directory) => (isClosable(directory) ? directory.close() : undefined))
  bind(tokens.delivery)
    .toResolvedValue(configuredDelivery, [tokens.configuration, tokens.calls, tokens.clock, tokens.logger])
    .onDeactivation((delivery) => delivery.close())
  bind(tokens.audit)
    .toResolvedValue(configuredAudit, [tokens.configuration, tokens.folders, tokens.postgres])
    .onDeactivation((audit) => audit?.close())
  bind(tokens.prepareState).toResolvedValue(preparationOf, [tokens.configuration, tokens.postgres, tokens.delivery])
})

function storesOf(
  configuration: Configuration,
  folders: DataFolders,
  clock: Clock,
  { open }: ConfiguredPostgres,
  recording: EventRecording | undefined,
) {
  switch (configuration.CHANCERY_STATE) {
    case 'sqlite':
      return stateAtFirstCall(() => openStateDatabase({ file: join(folders.root, 'state.sqlite'), clock, recording }))
    case 'postgres':
      return {
        idempotency: lazily<Stores['idempotency']>({}, async () => (await open()).idempotency),
        apiKeys: lazily<Stores['apiKeys']>({}, async () => (await open()).apiKeys),
        emailLedger: lazily<Stores['emailLedger']>({}, async () => (await open()).emailLedger),
        suppressions: lazily<Stores['suppressions']>({}, async () => (await open()).suppressions),
        emailEvents: lazily<Stores['emailEvents']>({}, async () => (await open()).emailEvents),
        rates: lazily<Stores['rates']>({}, async () => (await open()).rates),
        calls: lazily<Stores['calls']>({ id: 'postgres' }, async () => (await open()).calls),
        events: lazily<Stores['events']>({ id: 'postgres' }, async () => (await open()).events),
      }
    case 'memory':
      return createMemoryState({ clock, recording })
  }
}

/** Files are made and flushed where they are needed first, and not before the service listens. */
function stateAtFirstCall(open: () => StateStores): StateStores {
  let opened: StateStores | undefined
  const stores = (): StateStores => (opened ??= open())
  return {
    idempotency: lazily<StateStores['idempotency']>({}, async () => stores().idempotency),
    apiKeys: lazily<StateStores['apiKeys']>({}, async () => stores().apiKeys),
    emailLedger: lazily<StateStores['emailLedger']>({}, async () => stores().emailLedger),
    suppressions: lazily<StateStores['suppressions']>({}, async () => stores().suppressions),
    emailEvents: lazily<StateStores['emailEvents']>({}, async () => stores().emailEvents),
    rates: lazily<StateStores['rates']>({}, async () => stores().rates),
    calls: lazily<StateStores['calls']>({ id: 'sqlite' }, async () => stores().calls),
    events: lazily<StateStores['events']>({ id: 'sqlite' }, async () => stores().events),
    close: () => opened?.close(),
  }
}

function directoryOf(
  configuration: Configuration,
  folders: DataFolders,
  { open }: ConfiguredPostgres,
  events: EventOutbox,
  keySecret: string,
  recording: EventRecording | undefined,
): ClientDirectory {
  switch (configuration.CHANCERY_STATE) {
    case 'sqlite':
      return directoryAtFirstCall({
        file: join(folders.root, 'clients.sqlite'),
        seal: deletionSeal(keySecret),
        recording,
      })
    case 'postgres':
      return lazily<ClientDirectory>({ id: 'postgres' }, async () =>
        (await open()).clientDirectory(deletionSeal(keySecret)),
      )
    case 'memory':
      return createMemoryClientDirectory(deletionSeal(keySecret), recording && { events, recording })
  }
}

function directoryAtFirstCall(settings: Parameters<typeof openClientDirectory>[0]): SqliteClientDirectory {
  let opened: SqliteClientDirectory | undefined
  const open = async (): Promise<SqliteClientDirectory> => {
    try {
      return (opened ??= openClientDirectory(settings))
    } catch (cause) {
      throw new ChanceryError('provider_unavailable', 'The client directory cannot be used.', {
        details: { provider: 'sqlite' },
        cause,
      })
    }
  }
  const events = lazily<EventSource>({}, async () => (await open()).events)
  return lazily<SqliteClientDirectory>({ id: 'sqlite', events, close: () => opened?.close() }, open)
}

/** What a start does before it takes calls. */
const preparationOf =
  (configuration: Configuration, { open }: ConfiguredPostgres, delivery: ConfiguredDelivery) =>
  async (): Promise<void> => {
    if (!usesPostgres(configuration)) return
    if (configuration.CHANCERY_MIGRATE === 'start') await migrateState(configuration)
    await (await open()).prepare()
    await delivery.prepare()
  }
