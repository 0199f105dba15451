/** What is published, for an older compiler, and each of its commands; `published.test.ts` tries the usual ones. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { libraryProject, typeFaults } from './fixtures/library-project.ts'
import { installPacked, type Packed, packAll } from './fixtures/packed.ts'

const older = join(import.meta.dirname, 'node_modules/.bin/tsc')

let folder: string
let packed: readonly Packed[]
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chancery-published-'))
  packed = await packAll(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('has types for TypeScript 5.9, as the README shows the library', async () => {
  const project = join(folder, 'library')
  await libraryProject(packed, project, 'http://127.0.0.1:1')
  expect(typeFaults(project, older)).toBe('')
})

it('tells what each command does', async () => {
  const project = join(folder, 'whole')
  mkdirSync(project)
  await installPacked(packed, project, ['chancery'])
  const bin = join(project, 'node_modules/chancery/dist/bin.js')
  const { PATH, HOME } = process.env
  for (const command of ['keys', 'migrate', 'doctor', 'work', 'audit', 'mail', 'events', 'backup', 'gateway']) {
    const told = spawnSync(process.execPath, [bin, command, '--help'], { env: { PATH, HOME }, encoding: 'utf8' })
    expect([told.status, told.stdout]).toEqual([0, expect.stringMatching(`^usage: chancery ${command} `)])
  }
  const refused = spawnSync(process.execPath, [bin, 'audit', 'verify'], { env: { PATH, HOME }, encoding: 'utf8' })
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('CHANCERY_AUDIT: is off')])
})
