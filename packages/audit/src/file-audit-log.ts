import { type FileHandle, mkdir, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type AuditEntry,
  auditLine,
  type AuditLog,
  ChanceryError,
  reasonOfDiskFault,
  throwIfCancelled,
  unready,
} from '@chancery/core'
import { auditLines, chainEnd, fileName, sha256 } from './audit-files.ts'
import { becomeSoleWriter, type SoleWriter } from './sole-writer.ts'

export interface FileAuditLogSettings {
  /** Made where it is missing; for the owner alone. On a local disk. */
  readonly folder: string
  /** Bytes after which the next file is begun. Default 64 MiB. */
  readonly fileBytes?: number
}

export interface FileAuditLog extends AuditLog {
  /** Writes what waits, and lets go of the files; a later call opens them again. */
  close(): Promise<void>
}

interface Waiting {
  readonly entry: AuditEntry
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

/** The file that is written to, and where the chain stands. */
interface Opened {
  readonly writer: SoleWriter
  handle: FileHandle
  name: string
  bytes: number
  seq: number
  digest: string
}

/**
 * Lines of JSON in files that are only appended to, each flushed before its caller goes on; what comes at the same time is
 * flushed together. One process writes; whoever may read the folder can read.
 */
export function createFileAuditLog({ folder, fileBytes = 64 * 1024 ** 2 }: FileAuditLogSettings): FileAuditLog {
  let opened: Opened | undefined
  let waiting: Waiting[] = []
  let writing: Promise<void> | undefined
  let disk: number | undefined

  async function openEnd(): Promise<Opened> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const { dev } = await stat(folder)
    disk ??= dev
    // The place where a disk was mounted: what is written there is hidden when it is mounted again.
    if (dev !== disk) throw unready('file', 'database_absent', 'The disk of the audit log is gone.')
    const writer = becomeSoleWriter(folder)
    try {
      const { seq, digest, file, bytes } = await chainEnd(folder)
      const name = file ?? fileName(seq + 1)
      const handle = await openFile(name, bytes)
      return { writer, handle, name, bytes, seq, digest }
    } catch (error) {
      writer.close()
      throw error
    }
  }

  /** What a crash has cut off in the midst of a line is taken away: it was never acknowledged. */
  async function openFile(name: string, bytes: number): Promise<FileHandle> {
    const handle = await open(join(folder, name), 'a', 0o600)
    try {
      await handle.truncate(bytes)
      await handle.sync()
      const directory = await open(folder, 'r')
      await directory.sync().finally(() => directory.close())
      return handle
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  async function write(batch: readonly Waiting[]): Promise<void> {
    const end = (opened ??= await openEnd())
    if (end.bytes >= fileBytes) {
      const name = fileName(end.seq + 1)
      const handle = await openFile(name, 0)
      await end.handle.close()
      Object.assign(end, { handle, name, bytes: 0 })
    }
    let { seq, digest } = end
    let text = ''
    for (const { entry } of batch) {
      const line = auditLine(entry, ++seq, digest)
      digest = sha256(line)
      text += `${line}\n`
    }
    const bytes = Buffer.from(text)
    await asWeLeftIt(end)
    try {
      await end.handle.appendFile(bytes)
      await end.handle.datasync()
    } catch (error) {
      await letGo()
      throw error
    }
    Object.assign(end, { seq, digest, bytes: end.bytes + bytes.length })
  }

  /** Somebody who takes the file or its folder away, or writes to it, would have us write a chain that nobody can follow. */
  async function asWeLeftIt(end: Opened): Promise<void> {
    const [{ size, dev, ino }, named] = await Promise.all([
      end.handle.stat(),
      stat(join(folder, end.name)).catch(() => undefined),
    ])
    if (size === end.bytes && named?.dev === dev && named.ino === ino) return
    await letGo()
    throw unready('file', 'database_corrupt', 'The audit log was changed from outside.')
  }

  /** The next call opens it anew, and finds the end of what is whole. */
  async function letGo(): Promise<void> {
    const end = opened
    opened = undefined
    await end?.handle.close().catch(() => undefined)
    end?.writer.close()
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        await write(batch)
        for (const { done } of batch) done()
      } catch (error) {
        const failure = failureOf(error)
        for (const { failed } of batch) failed(failure)
      }
    }
    writing = undefined
  }

  return {
    id: 'file',
    append: (entry) =>
      new Promise((done, failed) => {
        waiting.push({ entry, done, failed })
        writing ??= writeAll()
      }),
    read: ({ signal }) => auditLines(folder, signal),
    async check({ signal }) {
      throwIfCancelled(signal)
      await writing
      try {
        const end = (opened ??= await openEnd())
        await asWeLeftIt(end)
        await leaveRoom()
      } catch (error) {
        throw failureOf(error)
      }
    },
    async close() {
      await writing
      await letGo()
    },
  }

  /** Room for an entry with all its subjects, really written. */
  async function leaveRoom(): Promise<void> {
    const probe = await open(join(folder, 'probe'), 'w', 0o600)
    try {
      await probe.writeFile(Buffer.alloc(probeBytes, 1))
      await probe.datasync()
      await probe.truncate(0)
    } finally {
      await probe.close()
    }
  }
}

const probeBytes = 128 * 1024

const failureOf = (error: unknown): ChanceryError =>
  ChanceryError.is(error)
    ? error
    : unready('file', reasonOfDiskFault(error) ?? 'unavailable', 'The audit log cannot be written to.', {
        cause: (error as NodeJS.ErrnoException).code ?? error,
      })
