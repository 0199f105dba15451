import { operation } from '../../operation.ts'
import { enterClientDataContract } from './contract.ts'
import { importFile } from './service.ts'

export const enterClientData = operation(enterClientDataContract, importFile)
