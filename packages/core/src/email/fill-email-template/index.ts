import { operation } from '../../operation.ts'
import { fillEmailTemplateContract } from './contract.ts'
import { fillAndSend } from './service.ts'

export const fillEmailTemplate = operation(fillEmailTemplateContract, fillAndSend)
