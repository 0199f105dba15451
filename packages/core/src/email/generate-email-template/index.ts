import { operation } from '../../operation.ts'
import { generateEmailTemplateContract } from './contract.ts'
import { makeEmailTemplate } from './service.ts'

export const generateEmailTemplate = operation(generateEmailTemplateContract, makeEmailTemplate)
