import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, cpSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AuditEntry, auditChecker, auditRecordOf } from '@chancery/core'
import { auditLogContract } from '@chancery/port-contracts/audit-log'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sha256 } from './audit-files.ts'
import { createFileAuditLog, type FileAuditLog } from './file-audit-log.ts'
import { createMemoryAuditLog } from './memory-audit-log.ts'

const { signal } = new AbortController()
const newFolder = (): string => mkdtempSync(join(tmpdir(), 'chancery-audit-'))

auditLogContract('The memory', async () => ({ log: createMemoryAuditLog() }))

auditLogContract('The files', async () => {
  const folder = newFolder()
  const log = createFileAuditLog({ folder: join(folder, 'audit') })
  let again: FileAuditLog | undefined
  return {
    log,
    async again() {
      await log.close()
      again = createFileAuditLog({ folder: join(folder, 'audit') })
      return again
    },
    async close() {
      await log.close()
      await again?.close()
      rmSync(folder, { recursive: true })
    },
  }
})

const entry = (requestId: string): AuditEntry => ({
  at: '2026-11-24T04:00:00.000Z',
  phase: 'ended',
  requestId,
  key: 'k',
  space: '',
  operation: 'send-email',
  outcome: 'ok',
  subjects: [],
})

describe('the files of an audit log', () => {
  let folder: string
  let log: FileAuditLog
  beforeEach(() => {
    folder = newFolder()
    log = createFileAuditLog({ folder, fileBytes: 600 })
  })
  afterEach(async () => {
    await log.close()
    rmSync(folder, { recursive: true })
  })

  const files = (): string[] =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .toSorted()
  async function read() {
    const lines: string[] = []
    const checker = auditChecker(sha256)
    for await (const line of log.read({ signal })) {
      lines.push(line)
      checker.take(line)
    }
    return { ids: lines.map((line) => auditRecordOf(line)?.requestId), chain: checker.chain() }
  }

  it('does not go on in a folder that was moved away, though another is in its place', async () => {
    await log.append(entry('first'))
    renameSync(folder, `${folder}.moved`)
    cpSync(`${folder}.moved`, folder, { recursive: true })
    try {
      await expect(log.append(entry('second'))).rejects.toMatchObject({ code: 'provider_unavailable' })
      await log.append(entry('second'))
      const found: (string | undefined)[] = []
      for await (const line of log.read({ signal })) found.push(auditRecordOf(line)?.requestId)
      expect(found).toEqual(['first', 'second'])
    } finally {
      rmSync(`${folder}.moved`, { recursive: true })
    }
  })

  it('are rotated by size, and the chain goes through all; those that were carried away are missed at the beginning', async () => {
    for (let n = 1; n <= 12; n++) await log.append(entry(`r${n}`))
    expect(files().length).toBeGreaterThan(2)
    expect(files()[0]).toBe('audit-000000000001.jsonl')
    for (const name of files()) expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
    expect((await read()).chain).toMatchObject({ first: 1, last: 12, faults: [] })
    rmSync(join(folder, files()[0] ?? ''))
    const { chain } = await read()
    expect(chain.first).toBeGreaterThan(1)
    expect(chain).toMatchObject({ last: 12, faults: [] })
  })

  it('lose a line that a crash has cut off, and no other', async () => {
    await log.append(entry('whole'))
    await log.close()
    appendFileSync(join(folder, files()[0] ?? ''), '{"seq":2,"previous":"torn')
    expect((await read()).ids).toEqual(['whole'])
    await log.append(entry('next'))
    expect(await read()).toMatchObject({ ids: ['whole', 'next'], chain: { last: 2, faults: [] } })
  })

  it('go on after a crash right behind a new file', async () => {
    await log.append(entry('whole'))
    await log.close()
    writeFileSync(join(folder, 'audit-000000000002.jsonl'), '')
    await log.append(entry('next'))
    expect(files()).toHaveLength(2)
    expect((await read()).chain).toMatchObject({ first: 1, last: 2, faults: [] })
  })

  it('are told to be damaged where the newest does not end with an entry', async () => {
    await log.append(entry('one'))
    await log.close()
    const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('.jsonl'))
    appendFileSync(join(folder, name), 'of somebody else\n')
    await expect(log.check({ signal })).rejects.toMatchObject({
      message: expect.stringContaining('is no entry'),
      details: { reason: 'database_corrupt' },
    })
  })

  it('are written by one process alone', async () => {
    await log.append(entry('mine'))
    const other = createFileAuditLog({ folder })
    await expect(other.append(entry('yours'))).rejects.toMatchObject({
      code: 'provider_unavailable',
      details: { reason: 'in_use' },
    })
    await log.close()
    await other.append(entry('yours'))
    await other.close()
    expect((await read()).ids).toEqual(['mine', 'yours'])
  })

  it('are not written to when somebody has taken them away or changed them', async () => {
    await log.append(entry('first'))
    appendFileSync(join(folder, files()[0] ?? ''), 'x\n')
    await expect(log.append(entry('second'))).rejects.toMatchObject({ details: { reason: 'database_corrupt' } })
    await expect(log.check({ signal })).rejects.toThrow()
    rmSync(join(folder, files()[0] ?? ''))
    await log.append(entry('anew'))
    rmSync(join(folder, files()[0] ?? ''))
    await expect(log.append(entry('into nothing'))).rejects.toMatchObject({ details: { reason: 'database_corrupt' } })
  })

  it('have all that was acknowledged to a process that was killed', async () => {
    await log.close()
    const subject = `
      import { createFileAuditLog } from ${JSON.stringify(join(import.meta.dirname, 'file-audit-log.ts'))}
      const log = createFileAuditLog({ folder: ${JSON.stringify(folder)}, fileBytes: 2000 })
      for (let n = 0; ; n++) {
        await log.append({ at: '', phase: 'ended', requestId: 'n' + n, key: '', space: '', operation: '', subjects: [] })
        process.stdout.write('n' + n + '\\n')
      }`
    const child = spawn(process.execPath, ['--input-type=module', '-e', subject], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let told = ''
    child.stdout.on('data', (chunk: Buffer) => {
      told += chunk.toString()
      if (told.split('\n').length > 60) child.kill('SIGKILL')
    })
    await once(child, 'close')
    const acknowledged = told.split('\n').slice(0, -1)
    const { ids, chain } = await read()
    expect(ids.slice(0, acknowledged.length)).toEqual(acknowledged)
    expect(chain.faults).toEqual([])
    // The lock of the dead is nobody's.
    await log.append(entry('after'))
    expect((await read()).chain).toMatchObject({ last: ids.length + 1, faults: [] })
  })

  it('refuse what a full disk cannot take, and go on when there is room', () => {
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder])
    if (mounted.status !== 0) {
      process.stdout.write('No file system can be mounted here: a full disk is not tried for the audit log.\n')
      return
    }
    return fullDisk().finally(() => spawnSync('umount', [folder]))
  })

  async function fullDisk(): Promise<void> {
    await log.append(entry('before'))
    const { size } = statSync(join(folder, files()[0] ?? ''))
    try {
      writeFileSync(join(folder, 'ballast'), Buffer.alloc(1024 ** 2, 1))
    } catch {
      // As much as there was room for.
    }
    let kept = 0
    const failures: unknown[] = []
    for (let n = 0; n < 40; n++) {
      await log.append(entry(`full${n}`)).then(
        () => kept++,
        (error: unknown) => failures.push(error),
      )
    }
    expect(size).toBeGreaterThan(0)
    expect(failures.length).toBeGreaterThan(10)
    expect(failures.at(-1)).toMatchObject({ code: 'provider_unavailable', details: { reason: 'disk_full' } })
    await expect(log.check({ signal })).rejects.toMatchObject({ details: { reason: 'disk_full' } })
    rmSync(join(folder, 'ballast'))
    await log.append(entry('after'))
    const { ids, chain } = await read()
    expect(ids).toHaveLength(kept + 2)
    expect(chain).toMatchObject({ first: 1, last: kept + 2, faults: [] })
    await log.close()
  }
})
