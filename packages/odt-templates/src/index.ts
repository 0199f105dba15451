export { createOdtTemplates } from './odt-templates.ts'
