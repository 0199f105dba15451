import { attackedService } from './service.test-support.ts'

// What takes documents apart; `service.deep.test.ts` has those that fill them, and that read rows and samples.
attackedService(new Set(['extract-document']))
