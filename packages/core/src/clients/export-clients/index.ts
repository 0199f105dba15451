import { operation } from '../../operation.ts'
import { exportClientsContract } from './contract.ts'
import { exportPage } from './service.ts'

export const exportClients = operation(exportClientsContract, exportPage)
