import { tmpdir } from 'node:os'

/** Where a store lies on a disk, as a firm's does: a run of all tests keeps its other temporary files in memory. */
export const diskFolder = process.env['CHANCERY_TEST_DISK'] ?? tmpdir()
