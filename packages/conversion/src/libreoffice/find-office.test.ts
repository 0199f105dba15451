import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isProgram } from './find-office.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'chancery-office-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('a program is a file that can be run', () => {
  const file = join(folder, 'soffice')
  expect(isProgram(file)).toBe(false)
  writeFileSync(file, '')
  chmodSync(file, 0o700)
  expect(isProgram(file)).toBe(true)
  // A folder may be entered by the right by which a file is run.
  expect(isProgram(folder)).toBe(false)
})
