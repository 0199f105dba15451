import { defaultSettings, type Limits } from '@chancery/core'
import type { HttpLimits } from '@chancery/http'
import type { Configuration } from '../settings/configuration.ts'

/** The settings behind `callLimits` and `documentLimits`. */
export const limitSettings = [
  'CHANCERY_CONCURRENCY',
  'CHANCERY_DEADLINE_MS',
  'CHANCERY_MAX_ANSWER_BYTES',
  'CHANCERY_MAX_BODY_BYTES',
  'CHANCERY_MAX_CELLS',
  'CHANCERY_MAX_PAGES',
  'CHANCERY_MAX_RECORDS',
  'CHANCERY_MAX_SAMPLES',
  'CHANCERY_MAX_UPLOAD_BYTES',
  'CHANCERY_RATE_PER_MINUTE',
] as const satisfies readonly (keyof Configuration)[]

type LimitSettings = Pick<Configuration, (typeof limitSettings)[number]>

/** What a call is allowed by the settings, whatever the machine. */
export const callLimits = (settings: LimitSettings) =>
  ({
    concurrentPerKey: settings.CHANCERY_CONCURRENCY,
    bodyBytes: settings.CHANCERY_MAX_BODY_BYTES,
    answerBytes: settings.CHANCERY_MAX_ANSWER_BYTES,
    deadlineMs: settings.CHANCERY_DEADLINE_MS,
    ratePerMinute: settings.CHANCERY_RATE_PER_MINUTE,
  }) satisfies Partial<HttpLimits>

/** What documents are allowed by the settings. */
export const documentLimits = (settings: LimitSettings): Limits => ({
  ...defaultSettings.limits,
  documentBytes: settings.CHANCERY_MAX_BODY_BYTES,
  uploadBytes: settings.CHANCERY_MAX_UPLOAD_BYTES,
  pages: settings.CHANCERY_MAX_PAGES,
  cells: settings.CHANCERY_MAX_CELLS,
  records: settings.CHANCERY_MAX_RECORDS,
  samples: settings.CHANCERY_MAX_SAMPLES,
})

/** The settings behind `backgroundDocumentLimits`, besides those of `documentLimits`. */
export const backgroundLimitSettings = [
  'CHANCERY_WORK_KEPT_MS',
  'CHANCERY_WORK_MAX_CELLS',
  'CHANCERY_WORK_MAX_PAGES',
  'CHANCERY_WORK_MAX_RECORDS',
  'CHANCERY_WORK_MAX_ROWS',
  'CHANCERY_WORK_MAX_SAMPLES',
  'CHANCERY_WORK_MS',
] as const satisfies readonly (keyof Configuration)[]

type BackgroundLimitSettings = Pick<Configuration, (typeof backgroundLimitSettings)[number]>

/** What documents are allowed of calls in the background. */
export const backgroundDocumentLimits = (settings: LimitSettings & BackgroundLimitSettings): Limits => ({
  ...documentLimits(settings),
  pages: settings.CHANCERY_WORK_MAX_PAGES,
  cells: settings.CHANCERY_WORK_MAX_CELLS,
  records: settings.CHANCERY_WORK_MAX_RECORDS,
  samples: settings.CHANCERY_WORK_MAX_SAMPLES,
  clientRows: settings.CHANCERY_WORK_MAX_ROWS,
})
