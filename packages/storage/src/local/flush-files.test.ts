import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { diskFolder } from '@chancery/port-contracts/disk-folder'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { flushFiles } from './flush-files.ts'

let root: string
let folders: string[]
const syncFolder = async (folder: string): Promise<void> => {
  folders.push(folder)
}
beforeEach(() => {
  root = mkdtempSync(join(diskFolder, 'chancery-flush-'))
  folders = []
  mkdirSync(join(root, 'deep/er'), { recursive: true })
  writeFileSync(join(root, 'a'), 'x')
  writeFileSync(join(root, 'deep/er/b'), 'x')
})
afterEach(() => rmSync(root, { recursive: true }))

const many = ['a', ...Array.from({ length: 100 }, () => 'deep/er/b')]

it('leaves many to the system where it can do that at once', async () => {
  await flushFiles(root, many, syncFolder, 'true')
  expect(folders).toEqual([])
})

it.each(['false', 'no-such-program', ''])('flushes one by one with "%s"', async (program) => {
  await flushFiles(root, many, syncFolder, program)
  expect(folders).toEqual([root, join(root, 'deep/er'), join(root, 'deep')])
})

it('flushes a few one by one', async () => {
  await flushFiles(root, ['a'], syncFolder, 'true')
  expect(folders).toEqual([root])
})

it('passes over what is gone', async () => {
  symlinkSync('a', join(root, 'link'))
  const never = `${'x'.repeat(300)}/under`
  await flushFiles(root, ['link', 'gone', 'a/under', 'gone/too', never, 'x'.repeat(300)], syncFolder, '')
  expect(folders).toContain(root)
})
