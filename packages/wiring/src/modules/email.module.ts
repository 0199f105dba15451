import { ContainerModule } from 'inversify'
import { closeProviders } from '../closing.ts'
import { configuredTransports } from '../configured-transports.ts'
import { tokens } from '../tokens.ts'

/** E-mail transports. */
export const emailModule = new ContainerModule(({ bind }) => {
  bind(tokens.transports)
    .toResolvedValue(configuredTransports, [tokens.configuration, tokens.folders])
    .onDeactivation(closeProviders)
})
