import { inlineJobs, lazySandbox } from '@chancery/sandbox'
import { ContainerModule } from 'inversify'
import type { Configuration } from '../configuration.ts'
import { type ClosableJobRunner, tokens } from '../tokens.ts'

/** The one pool of child processes in which everything is taken apart that callers send. */
export const sandboxModule = new ContainerModule(({ bind }) => {
  bind(tokens.jobs)
    .toResolvedValue(jobsOf, [tokens.configuration])
    .onDeactivation((jobs) => jobs.close())
})

const jobsOf = ({ CHANCERY_SAFETY, CHANCERY_SLOTS }: Configuration): ClosableJobRunner =>
  CHANCERY_SAFETY === 'processes' ? lazySandbox(CHANCERY_SLOTS) : { ...inlineJobs(), close: async () => undefined }
