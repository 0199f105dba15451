import { operation } from '../../operation.ts'
import { validateEmailTemplateContract } from './contract.ts'
import { checkEmailTemplate } from './service.ts'

export const validateEmailTemplate = operation(validateEmailTemplateContract, checkEmailTemplate)
