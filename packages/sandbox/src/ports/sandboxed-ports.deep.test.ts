import { inlineJobs } from './inline-jobs.ts'
import { otherContracts } from './sandboxed-contracts.test-support.ts'

otherContracts('in this process', inlineJobs())
