import { textReaders } from '@chancery/reading'
import { readerForTest } from '../../reading/src/reading-for-test.ts'
import { officeReaders } from './office-readers.ts'

export { outline } from '../../reading/src/reading-for-test.ts'
export const readForTest = readerForTest({ ...textReaders, ...officeReaders })
