import { operation } from '../../operation.ts'
import { deleteClientContract } from './contract.ts'
import { removeClient } from './service.ts'

export const deleteClient = operation(deleteClientContract, removeClient)
