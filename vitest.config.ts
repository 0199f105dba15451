import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { LongestFirst } from './test/longest-first.ts'
import { memoryFolder } from './test/memory-folder.ts'

/** `npm test`, and not some of the files. */
const runsAll = process.argv.slice(2).every((word) => word === 'run' || word.startsWith('-'))

/** What tries in full, over every adapter and bundle, what the tests beside it try once: `npm run test:deep`. */
const deep = '**/*.deep.test.ts'

/** Children that take documents apart start five times as fast from the build, which the whole needs anyway. */
const fromBuild = '--conditions=chancery-build'

/** Temporary files of all but the tests of what a disk does. */
const inMemory = runsAll ? memoryFolder() : undefined

/** Vite would have Node take what packages export for their own development, which for some is TypeScript. */
const asNodeResolves = {
  name: 'as-node-resolves',
  configResolved: ({ ssr }: { readonly ssr: { resolve?: { conditions?: string[] } } }): void => {
    if (ssr.resolve !== undefined) ssr.resolve.conditions = []
  },
}

/**
 * One project for all: `vitest run packages/word` runs the tests of a package. Three workers run all files, as Node runs
 * the sources, so that what many of them load is loaded three times and not 200 times; no test may leave anything global behind.
 */
export default defineConfig(({ mode }) => ({
  plugins: [asNodeResolves],
  test: {
    include: mode === 'deep' ? [deep] : ['{packages,apps}/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: mode === 'deep' ? configDefaults.exclude : [...configDefaults.exclude, deep],
    sequence: { sequencer: LongestFirst },
    // One more than the two cores: some files wait, for a disk, a program or a server to become idle.
    maxWorkers: 3,
    // Tests that say that they may run at once wait for most of their time.
    maxConcurrency: 10,
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    ...(runsAll ? { globalSetup: 'test/build-first.ts', execArgv: [fromBuild] } : {}),
    env: {
      // Node keeps what it compiled, for the workers and for the processes that tests start.
      NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/node'),
      ...(runsAll ? { NODE_OPTIONS: fromBuild } : {}),
      ...(inMemory === undefined ? {} : { TMPDIR: inMemory, TESTS_ON_DISK: tmpdir() }),
    },
    // Generous: a test says what is wrong, not how long it took on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
}))
