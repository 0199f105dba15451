import { operation } from '../../operation.ts'
import { finishUploadContract } from './contract.ts'
import { finish } from './service.ts'

export const finishUpload = operation(finishUploadContract, finish)
