import { operation } from '../../operation.ts'
import { splitClientContract } from './contract.ts'
import { split } from './service.ts'

export const splitClient = operation(splitClientContract, split)
