export { createEmailTemplates } from './email-templates.ts'
