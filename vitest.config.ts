import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      'packages/*',
      'apps/*',
      { test: { name: 'repo', include: ['test/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 } },
    ],
    // Two cores: more workers only make each other wait.
    maxWorkers: 2,
    testTimeout: 30_000,
  },
})
