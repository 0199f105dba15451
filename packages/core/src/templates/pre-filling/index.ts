import { operation } from '../../operation.ts'
import { preFillingContract } from './contract.ts'
import { preFill, preFillingAsZip } from './service.ts'

export const preFilling = operation(preFillingContract, preFill, preFillingAsZip)
