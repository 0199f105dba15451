import { createHash } from 'node:crypto'
import { type AuditEntry, auditLine, type AuditLog, beforeTheFirst, throwIfCancelled } from '@chancery/core'
import type { Database, Run } from './database.ts'
import { unreadyDatabase } from './postgres-error.ts'

/** Lines of one page of a reading, which holds no connection between pages. */
const pageLines = 500

interface Waiting {
  readonly entry: AuditEntry
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

const sha256 = (line: string): string => createHash('sha256').update(line).digest('hex')

/**
 * One chain of all instances: whoever appends holds a lock of the database until it has committed, so that there is one end to
 * go on from. What one instance has to append at the same time goes together.
 */
export function createPostgresAuditLog(database: Database): AuditLog {
  let waiting: Waiting[] = []
  let isWriting = false

  async function write(run: Run, batch: readonly Waiting[]): Promise<void> {
    await run("SELECT pg_advisory_xact_lock(hashtextextended('chancery audit', 0))")
    const { rows } = await run('SELECT seq, line FROM chancery_audit ORDER BY seq DESC LIMIT 1')
    let seq = Number(rows[0]?.['seq'] ?? 0)
    let digest = rows[0] === undefined ? beforeTheFirst : sha256(String(rows[0]['line']))
    const numbers: number[] = []
    const lines: string[] = []
    for (const { entry } of batch) {
      const line = auditLine(entry, ++seq, digest)
      digest = sha256(line)
      numbers.push(seq)
      lines.push(line)
    }
    await run(
      'INSERT INTO chancery_audit (seq, line) SELECT seq, line FROM unnest($1::bigint[], $2::text[]) AS t (seq, line)',
      [numbers, lines],
    )
  }

  async function writeAll(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        await database.transaction((run) => write(run, batch))
        for (const { done } of batch) done()
      } catch (error) {
        for (const { failed } of batch) failed(error)
      }
    }
    isWriting = false
  }

  return {
    id: 'postgres',
    append: (entry) =>
      new Promise((done, failed) => {
        waiting.push({ entry, done, failed })
        if (!isWriting) void writeAll()
      }),
    async *read({ signal }) {
      for (let after = 0; ;) {
        throwIfCancelled(signal)
        const { rows } = await database.run(
          'SELECT seq, line FROM chancery_audit WHERE seq > $1 ORDER BY seq LIMIT $2',
          [after, pageLines],
        )
        for (const row of rows) yield String(row['line'])
        if (rows.length < pageLines) return
        after = Number(rows.at(-1)?.['seq'])
      }
    },
    async check({ signal }) {
      throwIfCancelled(signal)
      await database.run('SELECT 1 FROM chancery_audit LIMIT 1').catch(unreadyDatabase)
    },
  }
}
