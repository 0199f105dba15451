import { clientDirectoryContract } from '@chancery/port-contracts/client-directory'
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMemoryClientDirectory, openClientDirectory } from '../directory.ts'
import { sqliteFailure } from './sqlite-failure.ts'

clientDirectoryContract('memory', async () => ({ directory: createMemoryClientDirectory() }))

clientDirectoryContract('sqlite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clients-'))
  const file = join(folder, 'clients.sqlite')
  const handles = [openClientDirectory({ file })]
  const open = () => {
    const handle = openClientDirectory({ file })
    handles.push(handle)
    return handle
  }
  return {
    directory: handles[0] ?? open(),
    another: open,
    async close() {
      for (const handle of handles) handle.close()
      await rm(folder, { recursive: true })
    },
  }
})

const { signal } = new AbortController()

describe('a client directory in SQLite', () => {
  let folder: string
  let file: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clients-'))
    file = join(folder, 'clients.sqlite')
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('has everything after it was closed and opened again', async () => {
    const first = openClientDirectory({ file })
    const ada = {
      id: 'a',
      version: 1,
      kind: 'person',
      name: 'Ada',
      emails: ['a@x.org'],
      phones: [],
      custom: {},
    } as const
    const record = { ...ada, externalIds: [], rows: [], createdAt: '2026', updatedAt: '2026' }
    await first.save([record], { signal })
    first.close()
    first.close()
    const second = openClientDirectory({ file })
    expect(await second.get('a', { signal })).toEqual(record)
    second.close()
  })

  it('takes the writes of two processes at once, each of them once', async () => {
    const program = join(folder, 'writer.mjs')
    const source = `
      import { openClientDirectory } from ${JSON.stringify(join(import.meta.dirname, '../directory.ts'))}
      const directory = openClientDirectory({ file: process.argv[2] })
      const { signal } = new AbortController()
      const record = (id, version) => ({ id, version, kind: 'person', name: id, emails: [id + '@x.org'], phones: [],
        custom: {}, externalIds: [], rows: [], createdAt: '2026', updatedAt: '2026' })
      for (let n = 0; n < 40; ) {
        const known = await directory.get('shared', { signal })
        try {
          await directory.save([record('shared', (known?.version ?? 0) + 1), record(process.argv[3] + n, 1)], { signal })
          n++
        } catch (error) {
          if (error.code !== 'write_conflict') throw error
        }
      }
      directory.close()`
    await writeFile(program, source)
    const exits = await Promise.all(
      ['p', 'q'].map(
        (name) =>
          new Promise((resolve) => {
            spawn(process.execPath, [program, file, name], { stdio: 'inherit' }).on('exit', resolve)
          }),
      ),
    )
    expect(exits).toEqual([0, 0])
    const directory = openClientDirectory({ file })
    expect((await directory.get('shared', { signal }))?.version).toBe(80)
    expect(await directory.get('p39', { signal })).toBeDefined()
    expect(await directory.get('q39', { signal })).toBeDefined()
    directory.close()
  })

  it('refuses a file of a newer layout, and one that is no database', async () => {
    const database = new DatabaseSync(file)
    database.exec('PRAGMA user_version = 99')
    database.close()
    expect(() => openClientDirectory({ file })).toThrow('another version')
    const other = join(folder, 'other.sqlite')
    await writeFile(other, 'This is a letter, and long enough to be looked at as a file. '.repeat(100))
    expect(() => openClientDirectory({ file: other })).toThrow()
    expect(await readFile(other, 'utf8')).toContain('This is a letter')
  })

  it('says that it cannot be used when it is closed', async () => {
    const directory = openClientDirectory({ file })
    directory.close()
    await expect(directory.check({ signal })).rejects.toMatchObject({ code: 'provider_unavailable' })
    await expect(directory.get('a', { signal })).rejects.toMatchObject({ code: 'provider_failed' })
  })

  it.each([
    [{ errcode: 5 }, 'provider_unavailable'],
    [{ errcode: 6 }, 'provider_unavailable'],
    [{ errcode: 261 }, 'provider_unavailable'],
    [{ errcode: 13 }, 'provider_failed'],
    [{ errcode: 11 }, 'provider_failed'],
    [new Error('x'), 'provider_failed'],
    [undefined, 'provider_failed'],
  ])('maps %j', (cause, code) => expect(sqliteFailure(cause).code).toBe(code))
})
