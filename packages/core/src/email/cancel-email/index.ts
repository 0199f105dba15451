import { operation } from '../../operation.ts'
import { cancelEmailContract } from './contract.ts'
import { cancel } from './service.ts'

export const cancelEmail = operation(cancelEmailContract, cancel)
