import { emailTemplatesContract } from '@chancery/port-contracts/email-templates'
import { createEmailTemplates } from './email-templates.ts'

emailTemplatesContract('mail-templates', createEmailTemplates)
