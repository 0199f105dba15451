import { operation } from '../../operation.ts'
import { settleClientsContract } from './contract.ts'
import { settle } from './service.ts'

export const settleClients = operation(settleClientsContract, settle)
