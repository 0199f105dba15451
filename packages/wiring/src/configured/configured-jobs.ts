import type { JobSettings } from '@chancery/sandbox'
import type { Configuration } from '../settings/configuration.ts'

/** What of the configuration holds for jobs. */
export const jobSettings = (configuration: Configuration): JobSettings => ({
  pages: configuration.CHANCERY_MAX_PAGES,
  cells: configuration.CHANCERY_MAX_CELLS,
  documentBytes: configuration.CHANCERY_MAX_BODY_BYTES,
  maxMs: configuration.CHANCERY_DEADLINE_MS,
})
