import { operation } from '../../operation.ts'
import { extractDocumentContract } from './contract.ts'
import { extract } from './service.ts'

export const extractDocument = operation(extractDocumentContract, extract)
