import { attackedService } from './service.test-support.ts'

attackedService(new Set(['generate-email-template', 'enter-client-data']))
