import { readerForTest } from '../../packages/reading/src/reading-for-test.ts'
import { embeddedReaders } from '../../packages/sandbox/src/jobs/embedded-readers.ts'

/** With the readers of all rooms. */
export const readForTest = readerForTest(embeddedReaders)
