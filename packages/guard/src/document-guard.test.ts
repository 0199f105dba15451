import { documentGuardContract } from '@chancery/port-contracts/document-guard'
import { createDocumentGuard } from './document-guard.ts'

documentGuardContract('the guard', (documentBytes) => createDocumentGuard({ limits: { documentBytes } }))
