/** The program of the child processes: everything that takes apart what callers send runs here, and nothing else. */
import { serveJobs } from '../child/serve-jobs.ts'
import { jobs } from './jobs.ts'
import { warmUp } from './warm-up.ts'

serveJobs(jobs, warmUp)
