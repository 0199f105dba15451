import { overFunctions, overHarness, overHttp } from './delivery.ts'
import { sittingOver } from './sitting.ts'

sittingOver('HTTP', overHttp)
sittingOver('Functions', overFunctions)
sittingOver('the harness', overHarness)
