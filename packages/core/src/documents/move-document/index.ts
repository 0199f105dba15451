import { operation } from '../../operation.ts'
import { moveDocumentContract } from './contract.ts'
import { move } from './service.ts'

export const moveDocument = operation(moveDocumentContract, move)
