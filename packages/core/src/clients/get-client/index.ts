import { operation } from '../../operation.ts'
import { getClientContract } from './contract.ts'
import { answerClient } from './service.ts'

export const getClient = operation(getClientContract, answerClient)
