import { attackedService } from './service.test-support.ts'

// What takes documents apart; `service.deep.test.ts` sends all of them, also to what fills them, and what reads rows and samples.
attackedService(new Set(['extract-document']), 6)
