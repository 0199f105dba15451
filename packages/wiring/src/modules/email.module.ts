import { type EmailTransport, type Providers, providers } from '@chancery/core'
import { createMemoryTransport, createOutbox, createSendGridTransport } from '@chancery/mail'
import { ContainerModule } from 'inversify'
import type { Configuration } from '../configuration.ts'
import { type DataFolders, tokens } from '../tokens.ts'

/** E-mail transports. */
export const emailModule = new ContainerModule(({ bind }) => {
  bind(tokens.transports).toResolvedValue(transportsOf, [tokens.configuration, tokens.folders])
})

function transportsOf(configuration: Configuration, folders: DataFolders): Providers<EmailTransport> {
  const make: Record<Configuration['CHANCERY_TRANSPORTS'][number], () => EmailTransport> = {
    outbox: () => createOutbox({ root: folders.outbox }),
    memory: () => createMemoryTransport(),
    sendgrid: () =>
      createSendGridTransport({
        apiKey: configuration.CHANCERY_SENDGRID_API_KEY ?? '',
        ...(configuration.CHANCERY_SENDGRID_ENDPOINT === undefined
          ? {}
          : { baseUrl: configuration.CHANCERY_SENDGRID_ENDPOINT }),
      }),
  }
  return providers(Object.fromEntries(configuration.CHANCERY_TRANSPORTS.map((name) => [name, make[name]()])))
}
