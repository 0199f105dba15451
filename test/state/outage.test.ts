import { outage } from './outage.test-support.ts'

outage('fast')
