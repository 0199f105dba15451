import { operation } from '../../operation.ts'
import { storeDocumentContract } from './contract.ts'
import { store } from './service.ts'

export const storeDocument = operation(storeDocumentContract, store)
