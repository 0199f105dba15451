import { attackedService } from './service.test-support.ts'

attackedService(new Set(['extract-document', 'pre-filling', 'generate-email-template', 'enter-client-data']), 1)
