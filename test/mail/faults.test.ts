import { everyFault } from './every-fault.test-support.ts'

// As every transport of a service is; `faults.deep.test.ts` has them without.
everyFault('with retries')
