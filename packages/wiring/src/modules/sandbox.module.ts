import { present } from '@chancery/core'
import { inlineJobs, lazySandbox } from '@chancery/sandbox'
import { ContainerModule } from 'inversify'
import type { Configuration } from '../configuration.ts'
import { type ClosableJobRunner, tokens } from '../tokens.ts'

/** The one pool of child processes in which everything is taken apart that callers send. */
export const sandboxModule = new ContainerModule(({ bind }) => {
  bind(tokens.jobs)
    .toResolvedValue(jobsOf, [tokens.configuration, tokens.isBackground])
    .onDeactivation((jobs) => jobs.close())
})

/** Where nobody waits, all else goes before, on a busy machine, and nothing is made ready ahead. */
const inBackground = { limits: { niceness: 19 }, isAhead: false }

const jobsOf = (
  { CHANCERY_SAFETY, CHANCERY_SLOTS: processes }: Configuration,
  isBackground: boolean,
): ClosableJobRunner =>
  CHANCERY_SAFETY === 'processes'
    ? lazySandbox({ ...(isBackground ? inBackground : {}), ...present({ processes }) })
    : { ...inlineJobs(), close: async () => undefined }
