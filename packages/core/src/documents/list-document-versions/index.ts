import { operation } from '../../operation.ts'
import { listDocumentVersionsContract } from './contract.ts'
import { listVersions } from './service.ts'

export const listDocumentVersions = operation(listDocumentVersionsContract, listVersions)
