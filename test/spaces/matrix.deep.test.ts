import { isCommonest, isOfSpace, spacesApart } from './matrix.test-support.ts'

spacesApart((name) => !isCommonest(name))
spacesApart(isCommonest, (direction) => !isOfSpace(direction))
