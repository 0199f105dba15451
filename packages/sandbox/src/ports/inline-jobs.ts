import { ChanceryError, throwIfCancelled } from '@chancery/core'
import type { Job, JobTools } from '../child/serve-jobs.ts'
import { failureOf } from '../messages/message.ts'
import { outcomeError } from '../pool/job-errors.ts'
import { defaultSandboxLimits } from '../pool/limits.ts'
import type { JobRunner } from './job-runner.ts'

/**
 * Runs the same jobs in this process, without walls and budgets: for tests, and for programs that read only what they
 * wrote themselves.
 */
export const inlineJobs = (): JobRunner => ({
  async run(name, payload, { signal, services = {} }) {
    throwIfCancelled(signal)
    const { jobs } = await import('../jobs/jobs.ts')
    const job = (jobs as Readonly<Record<string, Job>>)[name]
    if (job === undefined) throw new TypeError('There is no such job.')
    const ofServices = new Set<unknown>()
    const call: JobTools['call'] = async (service, wanted) => {
      try {
        return (await services[service]?.(wanted as never, { signal, allow: () => undefined })) as never
      } catch (error) {
        ofServices.add(error)
        throw error
      }
    }
    try {
      return (await job(payload as never, { signal, call })) as never
    } catch (error) {
      if (ChanceryError.is(error) || ofServices.has(error)) throw error
      throw outcomeError(failureOf(error), defaultSandboxLimits)
    }
  },
})
