import { createHash } from 'node:crypto'
import { auditLine, type AuditLog, beforeTheFirst, throwIfCancelled } from '@chancery/core'

/** An audit log that ends with its process: for tests. */
export function createMemoryAuditLog(): AuditLog & { readonly lines: readonly string[] } {
  const lines: string[] = []
  let digest = beforeTheFirst
  return {
    id: 'memory',
    lines,
    async append(entry) {
      const line = auditLine(entry, lines.length + 1, digest)
      digest = createHash('sha256').update(line).digest('hex')
      lines.push(line)
    },
    async *read({ signal }) {
      for (const line of lines) {
        throwIfCancelled(signal)
        yield line
      }
    },
    async check({ signal }) {
      throwIfCancelled(signal)
    },
  }
}
