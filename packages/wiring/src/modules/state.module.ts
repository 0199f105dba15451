import type { Clock } from '@chancery/core'
import { createMemoryClientDirectory, openClientDirectory } from '@chancery/clients/directory'
import {
  createMemoryApiKeyStore,
  createMemoryEmailLedger,
  createMemoryIdempotencyStore,
  openStateDatabase,
  type StateDatabase,
} from '@chancery/state'
import { ContainerModule, type ServiceIdentifier } from 'inversify'
import { join } from 'node:path'
import type { Configuration } from '../configuration.ts'
import { type DataFolders, tokens } from '../tokens.ts'

const state: ServiceIdentifier<StateDatabase> = Symbol('state') as ServiceIdentifier<StateDatabase>

/** API keys, idempotency, the e-mail ledger and the client directory: in SQLite, or in memory. */
export const stateModule = new ContainerModule(({ bind }) => {
  bind(state)
    .toResolvedValue(stateOf, [tokens.configuration, tokens.folders, tokens.clock])
    .inSingletonScope()
    .onDeactivation((database) => database.close())
  bind(tokens.apiKeys).toResolvedValue((database: StateDatabase) => database.apiKeys, [state])
  bind(tokens.idempotency).toResolvedValue((database: StateDatabase) => database.idempotency, [state])
  bind(tokens.emailLedger).toResolvedValue((database: StateDatabase) => database.emailLedger, [state])
  bind(tokens.clientDirectory)
    .toResolvedValue(directoryOf, [tokens.configuration, tokens.folders])
    .inSingletonScope()
    .onDeactivation((directory) => (directory as { close?: () => void }).close?.())
})

function stateOf(configuration: Configuration, folders: DataFolders, clock: Clock): StateDatabase {
  if (configuration.CHANCERY_STATE === 'sqlite')
    return openStateDatabase({ file: join(folders.root, 'state.sqlite'), clock })
  return {
    apiKeys: createMemoryApiKeyStore(),
    idempotency: createMemoryIdempotencyStore({ clock }),
    emailLedger: createMemoryEmailLedger(),
    close: () => {},
  }
}

const directoryOf = (configuration: Configuration, folders: DataFolders) =>
  configuration.CHANCERY_STATE === 'sqlite'
    ? openClientDirectory({ file: join(folders.root, 'clients.sqlite') })
    : createMemoryClientDirectory()
