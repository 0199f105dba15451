import { everyReference, isCommonest, isOfSpace, spacesApart } from './matrix.test-support.ts'

everyReference()

// `matrix.deep.test.ts` has all other ways, and what all have, asked for by a space.
spacesApart(isCommonest, isOfSpace)
