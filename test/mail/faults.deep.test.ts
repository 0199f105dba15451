import { everyFault } from './every-fault.test-support.ts'

everyFault('alone')
