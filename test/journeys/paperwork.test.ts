import { overFunctionsBundle, overServerBundle } from './delivery.ts'
import { sittingOver } from './sitting.ts'

// What is deployed; `paperwork.deep.test.ts` has what is put together without a bundle.
sittingOver('the server bundle', overServerBundle)
sittingOver('the functions bundle', overFunctionsBundle)
