import { createUnsubscribeLinks } from '@chancery/platform'
import { ContainerModule } from 'inversify'
import { closeProviders } from '../closing.ts'
import type { Configuration } from '../settings/configuration.ts'
import { configuredTransports } from '../configured/configured-transports.ts'
import { tokens } from '../tokens.ts'

/** E-mail transports, and how recipients take themselves off. */
export const emailModule = new ContainerModule(({ bind }) => {
  bind(tokens.transports)
    .toResolvedValue(configuredTransports, [tokens.configuration, tokens.folders])
    .onDeactivation(closeProviders)
  bind(tokens.unsubscribeLinks).toResolvedValue(
    ({ CHANCERY_BASE_URL: baseUrl }: Configuration, secret: string) => createUnsubscribeLinks({ baseUrl, secret }),
    [tokens.configuration, tokens.keySecret],
  )
})
