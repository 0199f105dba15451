import { operation } from '../../operation.ts'
import { getUploadContract } from './contract.ts'
import { getParts } from './service.ts'

export const getUpload = operation(getUploadContract, getParts)
