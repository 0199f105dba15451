import { type Clock, mailbox, present, readSender, type Settings, type Telemetry } from '@chancery/core'
import { createIds, createJsonLogger, nodeHasher, systemClock, zipArchiver } from '@chancery/platform'
import { ContainerModule } from 'inversify'
import type { Configuration } from '../settings/configuration.ts'
import { configuredTelemetry } from '../configured/configured-telemetry.ts'
import { backgroundDocumentLimits, documentLimits } from '../configured/configured-limits.ts'
import { workModeOf } from '../configured/configured-work.ts'
import { tokens } from '../tokens.ts'

/** Clock, ids, hashing, archives and logging. */
export const platformModule = new ContainerModule(({ bind }) => {
  bind(tokens.clock).toConstantValue(systemClock)
  bind(tokens.ids).toResolvedValue((clock: Clock) => createIds(clock), [tokens.clock])
  bind(tokens.hasher).toConstantValue(nodeHasher)
  bind(tokens.archiver).toConstantValue(zipArchiver)
  bind(tokens.runningTelemetry)
    .toResolvedValue(configuredTelemetry, [tokens.configuration, tokens.logger])
    .onDeactivation((telemetry) => telemetry.close())
  bind(tokens.telemetry).toResolvedValue((telemetry: Telemetry) => telemetry, [tokens.runningTelemetry])
  bind(tokens.logger).toResolvedValue(
    (configuration: Configuration) => createJsonLogger(configuration.CHANCERY_LOG),
    [tokens.configuration],
  )
})

/** The operator's settings. */
export const settingsModule = new ContainerModule(({ bind }) => {
  bind(tokens.settings).toResolvedValue(settingsOf, [tokens.configuration, tokens.isBackground])
})

function settingsOf(configuration: Configuration, isBackground: boolean): Settings {
  const from = configuration.CHANCERY_EMAIL_FROM
  return {
    ...(from === undefined ? {} : { emailFrom: mailbox.parse(from) }),
    ...present({ emailSenders: sendersOf(configuration.CHANCERY_EMAIL_SENDERS) }),
    locale: configuration.CHANCERY_LOCALE,
    timeZone: configuration.CHANCERY_TIME_ZONE,
    currency: configuration.CHANCERY_CURRENCY,
    ...(configuration.CHANCERY_COUNTRY === undefined ? {} : { country: configuration.CHANCERY_COUNTRY }),
    sendsLater: ['embedded', 'postgres'].includes(workModeOf(configuration)),
    limits: isBackground ? backgroundDocumentLimits(configuration) : documentLimits(configuration),
  }
}

const sendersOf = (words: readonly string[] | undefined): readonly string[] | undefined =>
  words?.flatMap((word) => readSender(word) ?? [])
