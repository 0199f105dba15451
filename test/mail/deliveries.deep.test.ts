import { deliveredIn } from './delivered-in.test-support.ts'

deliveredIn([3, 4, 5])
