import { readerForTest } from '../../packages/reading/src/reading-for-test.ts'
import { embeddedReaders } from '../../packages/wiring/src/sandbox/embedded-readers.ts'

/** With the readers of all rooms. */
export const readForTest = readerForTest(embeddedReaders)
