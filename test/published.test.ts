/** What is published, as npm packs it; `published.deep.test.ts` has programs, servers, commands and compilers that use it. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { pdfOf } from '@chancery/port-contracts/sample-documents'
import { beforeAll, describe, expect, it } from 'vitest'
import { letterDocument } from './fixtures/letter.ts'
import { libraryProject, typeFaults } from './fixtures/library-project.ts'
import { manifestIn } from './fixtures/packed.ts'
import { environment, execute, node20, node24, publishedProjects } from './fixtures/published-projects.ts'

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

describe('what the README shows of the library', () => {
  it('has types', async () => {
    const project = join(projects.folder, 'library')
    await libraryProject(projects.packed, project, 'http://127.0.0.1:1')
    expect(typeFaults(project, join(root, 'node_modules/.bin/tsc'), ['--singleThreaded'])).toBe('')
  })
})

describe('chancery outside of the repository', () => {
  let project: string
  beforeAll(async () => {
    project = await projects.with('whole', ['chancery'])
  })
  const bin = (): string => join(project, 'node_modules/chancery', 'dist/bin.js')

  it('reads documents in its confined children, and says what is to be installed for more', async () => {
    const wants = [
      ['pictures', `extractDocument({ document: { content: png }, ocr: 'always' })`],
      ['codes', `preFilling({ template: { content: '${codeTemplate()}' }, data: { code: 'Chancery' } })`],
      ['gcs', `storeDocument({ document: { content: pdf }, path: 'a.pdf' })`],
      ['s3', `storeDocument({ document: { content: pdf }, path: 'a.pdf', provider: 's3' })`],
      ['azure', `storeDocument({ document: { content: pdf }, path: 'a.pdf', provider: 'azure' })`],
      ['docai', `extractDocument({ document: { content: pdf } })`],
      ['sendgrid', `sendEmail({ from: 'a@example.com', to: ['b@example.com'], subject: 'c', text: 'd' })`],
    ]
    writeFileSync(
      join(project, 'main.js'),
      `import { createChancery } from 'chancery'
const pdf = Buffer.from('${Buffer.from(pdfOf(['Invoice 2026-0815'])).toString('base64')}', 'base64')
const png = Buffer.from('${picture}', 'base64')
const chancery = await createChancery({ data: './data' })
const cloud = await createChancery({ configuration: {
  CHANCERY_STORES: 'gcs,s3,azure', CHANCERY_GCS_BUCKET: 'bucket', CHANCERY_S3_BUCKET: 'bucket', CHANCERY_S3_REGION: 'eu-central-1',
  CHANCERY_AZURE_CONTAINER: 'container', CHANCERY_AZURE_ACCOUNT: 'account', CHANCERY_AZURE_KEY: 'a2V5', CHANCERY_TRANSPORTS: 'sendgrid', CHANCERY_SENDGRID_API_KEY: 'SG.k',
  CHANCERY_EXTRACTORS: 'document-ai', CHANCERY_DOCUMENT_AI_PROJECT: 'project', CHANCERY_DOCUMENT_AI_PROCESSOR: '1',
} })
console.log((await chancery.extractDocument({ document: { content: pdf } })).data.text)
${wants.map(([name, call]) => `console.log('${name}', await ${/gcs|s3|azure|docai|sendgrid/.test(name ?? '') ? 'cloud' : 'chancery'}.${call}.then((done) => JSON.stringify(done), (error) => error.code + ': ' + error.message))`).join('\n')}
await chancery.close()
await cloud.close()
`,
    )
    // No path: a Tesseract of the machine would read pictures.
    const { stdout } = await execute(node24, ['main.js'], {
      cwd: project,
      env: { HOME: projects.folder, PATH: projects.folder },
    })
    const lines = stdout.trim().split('\n')
    expect(lines[0]).toBe('Invoice 2026-0815')
    const told = Object.fromEntries(lines.slice(1).map((line) => [/^\w+/.exec(line)?.[0], line]))
    expect(told['pictures']).toContain('npm install tesseract.js-core @tesseract.js-data/eng')
    expect(told['codes']).toContain('npm install bwip-js')
    expect(told['gcs']).toContain('npm install @google-cloud/storage')
    expect(told['s3']).toContain('npm install @aws-sdk/client-s3')
    expect(told['azure']).toContain('npm install @azure/storage-blob')
    expect(told['docai']).toContain('npm install @google-cloud/documentai')
    expect(told['sendgrid']).toContain('npm install @sendgrid/mail')
  })

  it('says in a sentence where Node is too old', async () => {
    writeFileSync(
      join(project, 'old.js'),
      `import { createChancery } from 'chancery'
await createChancery().catch((error) => console.log(error.message))
`,
    )
    const library = await execute(node20, ['old.js'], { cwd: project, env: environment })
    expect(library.stdout).toMatch(/^Chancery needs Node 24 or newer; this is 20\.[\d.]+\.\n$/)
    writeFileSync(
      join(project, 'old-harness.js'),
      "await import('chancery/testing').catch((error) => console.log(error.message))",
    )
    const harness = await execute(node20, ['old-harness.js'], { cwd: project, env: environment })
    expect(harness.stdout).toBe(library.stdout)
    const { status, stdout, stderr } = spawnSync(node20, [bin()], { env: environment, encoding: 'utf8' })
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^Chancery needs Node 24 or newer; this is 20\.[\d.]+\.\n$/)
  })
})

/** A white dot. */
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg=='

const codeTemplate = (): string =>
  Buffer.from(letterDocument({ name: '{code | qr}', number: '1', total: '1' })).toString('base64')

/** What is wrong with the types of a package for those who import it as ES modules. */
async function importFaults(tarball: Uint8Array): Promise<readonly unknown[]> {
  // Tables have no types.
  const excludeEntrypoints = [/\.bin$/]
  const analysis = await checkPackage(createPackageFromTarballData(tarball), { excludeEntrypoints })
  if (!analysis.types) return ['It has no types.']
  const others = new Set<unknown>(['node10', 'node16-cjs'])
  return analysis.problems.filter((problem) => !('resolutionKind' in problem && others.has(problem.resolutionKind)))
}
