import { type Logger, present, type Telemetry } from '@chancery/core'
import { inlineJobs, lazySandbox } from '@chancery/sandbox'
import { ContainerModule } from 'inversify'
import type { Configuration } from '../settings/configuration.ts'
import { type ClosableJobRunner, tokens } from '../tokens.ts'

/** The one pool of child processes in which everything is taken apart that callers send. */
export const sandboxModule = new ContainerModule(({ bind }) => {
  bind(tokens.jobs)
    .toResolvedValue(jobsOf, [tokens.configuration, tokens.isBackground, tokens.telemetry, tokens.logger])
    .onDeactivation((jobs) => jobs.close())
})

/** Where nobody waits, all else goes before, on a busy machine, and nothing is made ready ahead. */
const inBackground = { limits: { niceness: 19 }, isAhead: false }

const jobsOf = (
  { CHANCERY_SAFETY, CHANCERY_SLOTS: processes }: Configuration,
  isBackground: boolean,
  telemetry: Telemetry,
  logger: Logger,
): ClosableJobRunner => {
  if (CHANCERY_SAFETY === 'inline') return { ...inlineJobs(), ...withoutChildren }
  const watch = { telemetry, logger }
  const jobs = lazySandbox({ ...(isBackground ? inBackground : {}), ...present({ processes }), watch })
  telemetry.gauge(isBackground ? 'chancery.children.background' : 'chancery.children', () => {
    const { waiting: _waiting, ...children } = jobs.load()
    return Object.entries(children).map(([state, value]) => ({ value, attributes: { state } }))
  })
  return jobs
}

const withoutChildren = {
  check: async () => undefined,
  load: () => ({ busy: 0, idle: 0, starting: 0, waiting: 0 }),
  close: async () => undefined,
}
