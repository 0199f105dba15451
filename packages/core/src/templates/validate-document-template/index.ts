import { operation } from '../../operation.ts'
import { validateDocumentTemplateContract } from './contract.ts'
import { checkTemplate } from './service.ts'

export const validateDocumentTemplate = operation(validateDocumentTemplateContract, checkTemplate)
