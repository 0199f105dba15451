import type { VettedDocument } from '@chancery/core'
import type { JobTools } from '../child/serve-jobs.ts'
import type { SentTemplate } from './payloads.ts'

/** As many bytes as templates are kept compiled in. */
const maxBytes = 64 * 1024 * 1024

/** The templates that this process was sent last, by their bytes' SHA-256, as the service says it. */
const kept = new Map<string, VettedDocument>()
let total = 0

/** The template that is meant; its bytes are asked for where they are not here. */
export async function templateOf(sent: SentTemplate, call: JobTools['call']): Promise<VettedDocument> {
  if ('bytes' in sent) return sent
  const key = `${sent.type} ${sent.sha256}`
  const known = kept.get(key)
  if (known !== undefined) {
    kept.delete(key)
    kept.set(key, known)
    return known
  }
  const document = { ...sent, bytes: await call<Uint8Array>('template', null) }
  keep(key, document)
  return document
}

function keep(key: string, document: VettedDocument): void {
  if (document.bytes.length > maxBytes) return
  kept.set(key, document)
  total += document.bytes.length
  for (const [oldest, { bytes }] of kept) {
    if (total <= maxBytes) return
    kept.delete(oldest)
    total -= bytes.length
  }
}
