import { operation } from '../../operation.ts'
import { getDocumentContract } from './contract.ts'
import { get, getAsBytes } from './service.ts'

export const getDocument = operation(getDocumentContract, get, getAsBytes)
