import { attackedService } from './service.test-support.ts'

// What takes documents apart, and what fills them; `service.deep.test.ts` has those that read rows and samples.
attackedService(new Set(['extract-document', 'pre-filling']))
