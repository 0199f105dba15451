import type { Configuration } from '../configuration.ts'
import type { ReadingSettings } from './jobs.ts'

export interface JobSettings extends ReadingSettings {
  /** The deadline of an operation, in ms: no job gets more. */
  readonly maxMs: number
}

/** What of the configuration holds for jobs. */
export const jobSettings = (configuration: Configuration): JobSettings => ({
  pages: configuration.CHANCERY_MAX_PAGES,
  documentBytes: configuration.CHANCERY_MAX_BODY_BYTES,
  maxMs: configuration.CHANCERY_DEADLINE_MS,
})
