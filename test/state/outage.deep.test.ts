import { outage } from './outage.test-support.ts'

outage('kill')
