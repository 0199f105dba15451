import { operation } from '../../operation.ts'
import { deleteDocumentContract } from './contract.ts'
import { remove } from './service.ts'

export const deleteDocument = operation(deleteDocumentContract, remove)
