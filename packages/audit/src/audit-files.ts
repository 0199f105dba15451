import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { auditRecordOf, beforeTheFirst, unready } from '@chancery/core'

/** Named by the number of their first entry, so that they sort as they follow. */
const digits = 12
const pattern = /^audit-\d{12}\.jsonl$/

export const fileName = (firstSeq: number): string => `audit-${String(firstSeq).padStart(digits, '0')}.jsonl`

export const sha256 = (line: string): string => createHash('sha256').update(line).digest('hex')

/** The files of a folder, the oldest first; none where there is no folder. */
export async function auditFiles(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => pattern.test(name)).toSorted()
}

/** Whole lines of all files; one that a crash has cut off was never acknowledged, and is left out. */
export async function* auditLines(folder: string, signal: AbortSignal): AsyncGenerator<string, void, undefined> {
  for (const name of await auditFiles(folder)) {
    // By line feeds alone: JSON has other line ends of Unicode in its texts.
    let rest = ''
    for await (const piece of createReadStream(join(folder, name), { signal, encoding: 'utf8' })) {
      const lines = (rest + String(piece)).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  }
}

/** Where a chain goes on. */
export interface ChainEnd {
  /** Of the last entry; 0 where there is none. */
  readonly seq: number
  readonly digest: string
  /** The file to append to; `undefined` where there is none. */
  readonly file: string | undefined
  /** Bytes of its whole lines. */
  readonly bytes: number
}

const windowBytes = 1024 * 1024

/** Looks from the end of the newest file that holds a line. @throws `provider_unavailable`, where its last line is no entry */
export async function chainEnd(folder: string): Promise<ChainEnd> {
  const files = (await auditFiles(folder)).toReversed()
  for (const [index, name] of files.entries()) {
    const { line, bytes } = await lastLine(join(folder, name))
    // A crash right after a file was begun.
    if (line === undefined) continue
    const record = auditRecordOf(line)
    if (record === undefined)
      throw unready('file', 'database_corrupt', 'The last line of the newest file of the audit log is no entry.')
    return index === 0
      ? { seq: record.seq, digest: sha256(line), file: name, bytes }
      : { seq: record.seq, digest: sha256(line), file: files[0], bytes: 0 }
  }
  return { seq: 0, digest: beforeTheFirst, file: files[0], bytes: 0 }
}

/** The last line that ends, and how many bytes there are up to its end. */
async function lastLine(path: string): Promise<{ readonly line: string | undefined; readonly bytes: number }> {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    for (let length = Math.min(size, windowBytes); length > 0; length = Math.min(size, length * 4)) {
      const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length)
      const end = buffer.lastIndexOf(0x0a)
      const start = end <= 0 ? -1 : buffer.lastIndexOf(0x0a, end - 1)
      if (end !== -1 && (start !== -1 || length === size)) {
        return { line: buffer.toString('utf8', start + 1, end), bytes: size - length + end + 1 }
      }
      if (length === size) break
    }
    return { line: undefined, bytes: 0 }
  } finally {
    await handle.close()
  }
}
