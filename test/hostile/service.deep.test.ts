import { attackedService } from './service.test-support.ts'

attackedService(new Set(['pre-filling', 'generate-email-template', 'enter-client-data']))
