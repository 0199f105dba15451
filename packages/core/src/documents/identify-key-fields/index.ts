import { operation } from '../../operation.ts'
import { identifyKeyFieldsContract } from './contract.ts'
import { identifyFields } from './service.ts'

export const identifyKeyFields = operation(identifyKeyFieldsContract, identifyFields)
