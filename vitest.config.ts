import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Every package and app is a project of its own, named as in its manifest. */
const rooms = ['packages', 'apps'].flatMap((area) =>
  readdirSync(join(import.meta.dirname, area)).map((name) => {
    const root = join(import.meta.dirname, area, name)
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly name: string }
    return { extends: true as const, root, test: { name: manifest.name, include: ['src/**/*.test.ts'] } }
  }),
)

export default defineConfig({
  test: {
    projects: [
      ...rooms,
      {
        extends: true,
        test: { name: 'repo', include: ['test/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 },
      },
    ],
    // Two cores: more workers only make each other wait.
    maxWorkers: 2,
    // Generous: a test says what is wrong, not how long it took on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
