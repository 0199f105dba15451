import { textReaders } from '@chancery/reading'
import { readerForTest } from '../../reading/src/reading-for-test.ts'
import { pictureReaders } from './index.ts'

export { outline } from '../../reading/src/reading-for-test.ts'
export const readForTest = readerForTest({ ...textReaders, ...pictureReaders })
