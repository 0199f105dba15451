import { operation } from '../../operation.ts'
import { sendEmailContract } from './contract.ts'
import { send } from './service.ts'

export const sendEmail = operation(sendEmailContract, send)
