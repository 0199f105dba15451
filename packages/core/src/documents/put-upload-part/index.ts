import { operation } from '../../operation.ts'
import { putUploadPartContract } from './contract.ts'
import { putPart } from './service.ts'

export const putUploadPart = operation(putUploadPartContract, putPart)
