import { operation } from '../../operation.ts'
import { findClientsContract } from './contract.ts'
import { find } from './service.ts'

export const findClients = operation(findClientsContract, find)
