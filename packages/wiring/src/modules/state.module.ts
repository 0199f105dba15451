import { ChanceryError, type Clock } from '@chancery/core'
import {
  createMemoryClientDirectory,
  openClientDirectory,
  type SqliteClientDirectory,
} from '@chancery/clients/directory'
import { createMemoryState, openStateDatabase, type StateStores } from '@chancery/state'
import { ContainerModule, type ServiceIdentifier } from 'inversify'
import { join } from 'node:path'
import { isClosable } from '../closing.ts'
import type { Configuration } from '../configuration.ts'
import { lazily } from '../lazily.ts'
import { type DataFolders, tokens } from '../tokens.ts'

const state: ServiceIdentifier<StateStores> = Symbol('state') as ServiceIdentifier<StateStores>

/** API keys, idempotency, the e-mail ledger and the client directory: in SQLite, or in memory. */
export const stateModule = new ContainerModule(({ bind }) => {
  bind(state)
    .toResolvedValue(stateOf, [tokens.configuration, tokens.folders, tokens.clock])
    .onDeactivation((database) => database.close())
  bind(tokens.apiKeys).toResolvedValue((database: StateStores) => database.apiKeys, [state])
  bind(tokens.idempotency).toResolvedValue((database: StateStores) => database.idempotency, [state])
  bind(tokens.rates).toResolvedValue((database: StateStores) => database.rates, [state])
  bind(tokens.emailLedger).toResolvedValue((database: StateStores) => database.emailLedger, [state])
  bind(tokens.clientDirectory)
    .toResolvedValue(directoryOf, [tokens.configuration, tokens.folders])
    .onDeactivation((directory) => (isClosable(directory) ? directory.close() : undefined))
})

const stateOf = (configuration: Configuration, folders: DataFolders, clock: Clock): StateStores =>
  configuration.CHANCERY_STATE === 'sqlite'
    ? stateAtFirstCall(() => openStateDatabase({ file: join(folders.root, 'state.sqlite'), clock }))
    : createMemoryState({ clock })

/** Files are made and flushed where they are needed first, and not before the service listens. */
function stateAtFirstCall(open: () => StateStores): StateStores {
  let opened: StateStores | undefined
  const stores = (): StateStores => (opened ??= open())
  return {
    idempotency: lazily<StateStores['idempotency']>({}, async () => stores().idempotency),
    apiKeys: lazily<StateStores['apiKeys']>({}, async () => stores().apiKeys),
    emailLedger: lazily<StateStores['emailLedger']>({}, async () => stores().emailLedger),
    rates: lazily<StateStores['rates']>({}, async () => stores().rates),
    close: () => opened?.close(),
  }
}

const directoryOf = (configuration: Configuration, folders: DataFolders) =>
  configuration.CHANCERY_STATE === 'sqlite'
    ? directoryAtFirstCall(join(folders.root, 'clients.sqlite'))
    : createMemoryClientDirectory()

function directoryAtFirstCall(file: string): SqliteClientDirectory {
  let opened: SqliteClientDirectory | undefined
  return lazily<SqliteClientDirectory>({ id: 'sqlite', close: () => opened?.close() }, async () => {
    try {
      return (opened = openClientDirectory({ file }))
    } catch (cause) {
      throw new ChanceryError('provider_unavailable', 'The client directory cannot be used.', {
        details: { provider: 'sqlite' },
        cause,
      })
    }
  })
}
