import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRootPaths } from './root-paths.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'chancery-paths-')))
afterAll(() => rmSync(root, { recursive: true }))

const unhandled: unknown[] = []
const note = (error: unknown): void => void unhandled.push(error)
beforeAll(() => process.on('unhandledRejection', note))
afterAll(() => process.off('unhandledRejection', note))

it('tells whoever asks that a new folder could not be made durable, and nobody else', async () => {
  const full = Object.assign(new Error('EMFILE'), { code: 'EMFILE' })
  const paths = createRootPaths(root, async () => {
    await pause(1)
    throw full
  })
  const [asked, other] = [await paths.forWriting('made/deep/a.txt'), await paths.forWriting('made/deep/b.txt')]
  expect(other.folder).toBe(join(root, 'made', 'deep'))
  await pause(20)
  expect(unhandled).toEqual([])
  await expect(asked.durable()).rejects.toBe(full)
})
