/** What is published, as npm packs it; `published.deep.test.ts` has programs, servers, commands and compilers that use it. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { describe, expect, it } from 'vitest'
import { manifestIn } from './fixtures/packed.ts'
import { publishedProjects } from './fixtures/published-projects.ts'

const root = join(import.meta.dirname, '..')

const projects = publishedProjects()

describe('what npm packs', () => {
  it('is a package that needs no workspace, each of the same version', () => {
    const workspace = manifestIn(root)
    expect(projects.packed.length).toBeGreaterThan(18)
    // npm runs them for each of the packages; it was asked to for the first (`packAll`).
    const scripts = projects.packed.map(({ room }) => JSON.stringify(manifestIn(join(root, room)).scripts))
    expect(new Set(scripts)).toEqual(
      new Set([
        '{"prepack":"node ../../tools/publishable.mjs apply","postpack":"node ../../tools/publishable.mjs restore"}',
      ]),
    )
    for (const { name, room, tarball } of projects.packed) {
      const target = join(projects.folder, 'looked-at', name)
      mkdirSync(target, { recursive: true })
      spawnSync('tar', ['-xzf', tarball, '-C', target, '--strip-components=1'])
      const manifest = manifestIn(target)
      expect(manifest.version).toBe(workspace.version)
      expect(JSON.stringify(manifest)).not.toMatch(/workspace:|\.\/src\//)
      expect(manifest.repository).toMatchObject({ url: workspace.repository?.url, directory: room })
      expect([manifest.scripts, manifest.devDependencies]).toEqual([undefined, undefined])
      const ofUs = Object.entries(manifest.dependencies ?? {}).filter(([each]) =>
        projects.packed.some((other) => other.name === each),
      )
      expect(ofUs.filter(([, version]) => version !== workspace.version)).toEqual([])
      expect(Object.keys(manifest.peerDependencies ?? {}).sort()).toEqual(
        Object.keys(manifest.peerDependenciesMeta ?? {}).sort(),
      )
      const listed = spawnSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).stdout
      expect(listed).toMatch(/^package\/dist\/.+\.js$/m)
      expect(listed).toMatch(/^package\/dist\/.+\.d\.ts$/m)
      expect(listed).toMatch(/^package\/LICENSE$/m)
      expect(listed).not.toMatch(/^package\/(?:src|node_modules)\//m)
    }
  })

  it('is a good package, with types for those who import it', async () => {
    for (const { name, tarball } of projects.packed) {
      const bytes = new Uint8Array(readFileSync(tarball))
      expect((await publint({ pack: { tarball: bytes.buffer }, strict: true })).messages, name).toEqual([])
      const files = createPackageFromTarballData(bytes).listFiles()
      expect(
        files.filter((file) => /\.test[.-]|-fixture\.|-subject\.|\/fake-|\/testing\//.test(file)),
        name,
      ).toEqual([])
      // Where every entry is of a pattern there is none to begin with.
      if (name !== '@chancery/port-contracts') expect(await importFaults(bytes), name).toEqual([])
    }
  })
})

/** What is wrong with the types of a package for those who import it as ES modules. */
async function importFaults(tarball: Uint8Array): Promise<readonly unknown[]> {
  // Tables have no types.
  const excludeEntrypoints = [/\.bin$/]
  const analysis = await checkPackage(createPackageFromTarballData(tarball), { excludeEntrypoints })
  if (!analysis.types) return ['It has no types.']
  const others = new Set<unknown>(['node10', 'node16-cjs'])
  return analysis.problems.filter((problem) => !('resolutionKind' in problem && others.has(problem.resolutionKind)))
}
