import type { Auditing, Ports } from '@chancery/core'
import { type BackgroundLimits, type BackgroundSettings, defaultBackgroundLimits } from '@chancery/http'
import { Container } from 'inversify'
import type { Configuration } from '../settings/configuration.ts'
import { backgroundDocumentLimits } from '../configured/configured-limits.ts'
import { clientsModule } from '../modules/clients.module.ts'
import { guardModule } from '../modules/documents.module.ts'
import { settingsModule } from '../modules/platform.module.ts'
import { readingModule } from '../modules/reading.module.ts'
import { sandboxModule } from '../modules/sandbox.module.ts'
import { templatesModule } from '../modules/templates.module.ts'
import { tokens } from '../tokens.ts'

/** What calls in the background stand on, and the end of it. */
export interface Background {
  readonly settings: BackgroundSettings
  close(): Promise<void>
}

/**
 * Calls in the background share stores, state and senders with all others, and have what takes documents apart to
 * themselves: children of their own, with bounds of their own, behind which no caller ever waits.
 */
export function backgroundOf(
  container: Container,
  configuration: Configuration,
  auditing: Auditing | undefined,
  portsOf: (container: Container) => Ports,
): Background {
  const own = new Container({ parent: container, defaultScope: 'Singleton' })
  own.bind(tokens.configuration).toConstantValue(withBackgroundBounds(configuration))
  own.bind(tokens.isBackground).toConstantValue(true)
  own.load(settingsModule, sandboxModule, guardModule, readingModule, templatesModule, clientsModule)
  const { delivery, push } = container.get(tokens.delivery)
  let ports: Ports | undefined
  return {
    settings: {
      register: container.get(tokens.calls),
      delivery,
      ...(push === undefined ? {} : { push }),
      store: container.get(tokens.stores).get(),
      // Resolved at the first call: a start takes no longer for what may never come.
      get ports() {
        return (ports ??= portsOf(own))
      },
      limits: limitsOf(configuration),
      documentLimits: backgroundDocumentLimits(configuration),
      auditing,
    },
    close: () => own.unbindAllAsync(),
  }
}

const limitsOf = (configuration: Configuration): BackgroundLimits => ({
  ...defaultBackgroundLimits,
  workMs: configuration.CHANCERY_WORK_MS,
  keptMs: configuration.CHANCERY_WORK_KEPT_MS,
  slots: configuration.CHANCERY_WORKERS,
})

/** The same service, where the bounds of a call are those of the background. */
const withBackgroundBounds = (configuration: Configuration): Configuration => ({
  ...configuration,
  CHANCERY_SLOTS: Math.max(1, configuration.CHANCERY_WORKERS),
  CHANCERY_DEADLINE_MS: configuration.CHANCERY_WORK_MS,
  CHANCERY_MAX_PAGES: configuration.CHANCERY_WORK_MAX_PAGES,
  CHANCERY_MAX_CELLS: configuration.CHANCERY_WORK_MAX_CELLS,
  CHANCERY_MAX_RECORDS: configuration.CHANCERY_WORK_MAX_RECORDS,
  CHANCERY_MAX_SAMPLES: configuration.CHANCERY_WORK_MAX_SAMPLES,
})
