export { createWordTemplates } from './word-templates.ts'
