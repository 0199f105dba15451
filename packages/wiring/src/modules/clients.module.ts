import { type ClientNormalizer, type ClientSource, providers } from '@chancery/core'
import { ContainerModule } from 'inversify'
import { lazily } from '../lazily.ts'
import { tokens } from '../tokens.ts'

/** Client sources and the normalizer; the directory is kept with the other state. */
export const clientsModule = new ContainerModule(({ bind }) => {
  bind(tokens.clientSources).toConstantValue(
    providers<ClientSource>({
      csv: lazily<ClientSource>({ id: 'csv', fromDocument: true }, async () =>
        (await import('@chancery/clients')).createCsvSource(),
      ),
      json: lazily<ClientSource>({ id: 'json', fromDocument: true }, async () =>
        (await import('@chancery/clients')).createJsonSource(),
      ),
      vcard: lazily<ClientSource>({ id: 'vcard', fromDocument: true }, async () =>
        (await import('@chancery/clients')).createVcardSource(),
      ),
    }),
  )
  bind(tokens.clientNormalizer).toResolvedValue(() =>
    lazily<ClientNormalizer>({}, async () => (await import('@chancery/clients')).createClientNormalizer()),
  )
})
