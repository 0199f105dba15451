import { spacesApart } from './matrix.test-support.ts'

spacesApart((name) => name !== 'a folder and SQLite')
