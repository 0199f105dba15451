import { providersOf } from './providers.ts'

// The functions bundle has the same modules, as the packaging test sees; `providers.deep.test.ts` tries both, with all.
providersOf(['server'], false)
