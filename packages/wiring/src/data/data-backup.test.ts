import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ConfigurationError, readConfiguration } from '../settings/configuration.ts'
import { backUpData } from './data-backup.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'chancery-backup-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it.each([
  ['where no folder can be made', () => '/proc/nowhere/copy'],
  ['below a file', () => join(folder, 'file', 'copy')],
])('a backup to a place %s is refused at once, with what to do', async (_where, place) => {
  writeFileSync(join(folder, 'file'), '')
  const data = join(folder, 'data')
  mkdirSync(data)
  const made = backUpData(readConfiguration({ CHANCERY_DATA: data }), place())
  await expect(made).rejects.toThrow(ConfigurationError)
  await expect(made).rejects.toThrow(/--to: the folder cannot be made \(E\w+\); name another/)
})
