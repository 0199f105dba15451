import { everyReference, spacesApart } from './matrix.test-support.ts'

everyReference()

// As most firms have it; `matrix.deep.test.ts` has all others.
spacesApart((name) => name === 'a folder and SQLite')
