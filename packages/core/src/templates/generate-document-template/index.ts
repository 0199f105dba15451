import { operation } from '../../operation.ts'
import { generateDocumentTemplateContract } from './contract.ts'
import { makeTemplate } from './service.ts'

export const generateDocumentTemplate = operation(generateDocumentTemplateContract, makeTemplate)
