import { tmpdir } from 'node:os'

/** For what lies on a disk, as a firm's does, and is as slow: a run of all tests keeps its other temporary files in memory. */
export const diskFolder = process.env['TESTS_ON_DISK'] ?? tmpdir()
