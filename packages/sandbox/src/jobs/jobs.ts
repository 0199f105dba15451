import { clientJobs } from './client-jobs.ts'
import { emailJobs } from './email-jobs.ts'
import { readingJobs } from './reading-jobs.ts'
import { wordJobs } from './word-jobs.ts'

/** Every job by its name. Each loads what it needs when it is first run. */
export const jobs = { ...readingJobs, ...wordJobs, ...emailJobs, ...clientJobs }
