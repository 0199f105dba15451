import type { Logger, Telemetry } from '@chancery/core'
import { inlineJobs, lazySandbox } from '@chancery/sandbox'
import { ContainerModule } from 'inversify'
import type { Configuration } from '../configuration.ts'
import { type ClosableJobRunner, tokens } from '../tokens.ts'

/** The one pool of child processes in which everything is taken apart that callers send. */
export const sandboxModule = new ContainerModule(({ bind }) => {
  bind(tokens.jobs)
    .toResolvedValue(jobsOf, [tokens.configuration, tokens.telemetry, tokens.logger])
    .onDeactivation((jobs) => jobs.close())
})

const jobsOf = (
  { CHANCERY_SAFETY, CHANCERY_SLOTS }: Configuration,
  telemetry: Telemetry,
  logger: Logger,
): ClosableJobRunner => {
  if (CHANCERY_SAFETY === 'inline') return { ...inlineJobs(), ...withoutChildren }
  const jobs = lazySandbox(CHANCERY_SLOTS, { telemetry, logger })
  telemetry.gauge('chancery.children', () => {
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
