import { overFunctions, overHarness } from './delivery.ts'
import { sittingOver } from './sitting.ts'

sittingOver('Functions', overFunctions)
sittingOver('the harness', overHarness)
