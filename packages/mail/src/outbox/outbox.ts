import { randomUUID } from 'node:crypto'
import { mkdir, open, link, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { ChanceryError, type EmailTransport, type OutgoingEmail, type Receipt } from '@chancery/core'
import { messageToken } from '../message-token.ts'
import { mimeMessage } from '../mime/mime-message.ts'
import { assertSendable, assertSize, recipientsOf } from '../sendable.ts'

/** Several processes may use the same folder. The id is `outbox` unless said. */
export interface OutboxSettings {
  /** Folder of the maildir; made where it is missing. */
  readonly root: string
  readonly id?: string
  /** Bytes of one message; default 64 MiB. */
  readonly maxBytes?: number
}

/** A file that is still in `tmp` after this long was left by a crash (the maildir convention: 36 hours). */
const staleAfterMs = 36 * 60 * 60 * 1000

/** What there must be room for: a short message. */
const checkedBytes = 16 * 1024

/** What only the transport knows, so that the reader of the outbox sees it: mail programs ignore these headers. */
function envelopeHeaders(email: OutgoingEmail): Record<string, string> {
  return {
    'X-Chancery-Id': messageToken(email.id),
    ...(email.bcc.length > 0 ? { 'X-Chancery-Bcc': email.bcc.map(({ address }) => address).join(', ') } : {}),
    ...(email.tags.length > 0 ? { 'X-Chancery-Tags': email.tags.join(', ') } : {}),
    ...(Object.keys(email.metadata).length > 0 ? { 'X-Chancery-Metadata': JSON.stringify(email.metadata) } : {}),
  }
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown'

/** Makes a folder's entries durable; file systems that cannot sync a folder need not. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } catch (error) {
    if (!['EINVAL', 'EPERM', 'EISDIR', 'ENOTSUP'].includes(codeOf(error))) throw error
  } finally {
    await handle.close()
  }
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Captures e-mails in a maildir that any mail program opens, instead of sending them. The file's name comes from the
 * e-mail's id and is taken by `link`, which one of many wins: the same id is captured once, also across crashes.
 */
export function createOutbox({
  id = 'outbox',
  maxBytes = 64 * 1024 * 1024,
  ...settings
}: OutboxSettings): EmailTransport {
  const root = resolve(settings.root)
  const folders = { tmp: join(root, 'tmp'), new: join(root, 'new'), cur: join(root, 'cur') }
  const capabilities = { deduplicates: true, schedule: false, tags: true, metadata: true, maxBytes }

  let isDurable = false
  const makeFolders = async (): Promise<void> => {
    const made = await mkdir(root, { recursive: true, mode: 0o700 })
    for (const folder of Object.values(folders))
      if (await mkdir(folder, { recursive: true, mode: 0o700 })) isDurable = false
    if (isDurable && made === undefined) return
    // Those of another process that made them a moment ago may not be durable either.
    const top = dirname(made ?? root)
    for (let folder = root; ; folder = dirname(folder)) {
      await syncFolder(folder)
      if (folder === top) break
    }
    isDurable = true
  }
  /** A mail program moves what was seen to `cur`, and appends its flags to the name. */
  const wasSeen = async (name: string): Promise<boolean> =>
    (await readdir(folders.cur)).some((entry) => entry === name || entry.startsWith(`${name}:`))
  const removeStale = async (): Promise<void> => {
    for (const name of await readdir(folders.tmp)) {
      const path = join(folders.tmp, name)
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
      if (mtimeMs < Date.now() - staleAfterMs) await rm(path, { force: true })
    }
  }

  /** Puts the message into `new` under its name, unless it is there already. */
  const capture = async (name: string, bytes: Uint8Array): Promise<void> => {
    await makeFolders()
    if (await wasSeen(name)) return
    const temporary = join(folders.tmp, `${process.pid}.${randomUUID()}`)
    try {
      await writeDurably(temporary, bytes)
      await link(temporary, join(folders.new, name)).catch((error: unknown) => {
        if (codeOf(error) !== 'EEXIST') throw error
      })
    } finally {
      await rm(temporary, { force: true })
    }
    // An earlier copy may have moved to `cur` between the look and the link.
    if (await wasSeen(name)) await rm(join(folders.new, name), { force: true })
    await syncFolder(folders.new)
  }

  const unusable = (error: unknown): ChanceryError =>
    new ChanceryError('provider_unavailable', 'The outbox cannot be written to.', {
      details: { provider: id, reason: codeOf(error) },
    })

  const messageOf = async (email: OutgoingEmail, signal: AbortSignal): Promise<Uint8Array> => {
    assertSendable(email, signal)
    const bytes = await mimeMessage(email, envelopeHeaders(email))
    assertSize(email, bytes.length, { id, capabilities })
    return bytes
  }

  return {
    id,
    capabilities,
    async render(email) {
      return { contentType: 'message/rfc822', bytes: await messageOf(email, new AbortController().signal) }
    },
    async send(email, { signal }): Promise<Receipt> {
      const bytes = await messageOf(email, signal)
      const name = `${messageToken(email.id)}.eml`
      // Repeating is safe after any failure: the name is taken once.
      await capture(name, bytes).catch((error: unknown) => {
        throw unusable(error)
      })
      return { status: 'captured', providerMessageId: name, accepted: recipientsOf(email), rejected: [] }
    },
    async check() {
      try {
        await makeFolders()
        const probe = join(folders.tmp, `${process.pid}.${randomUUID()}`)
        try {
          // Really written: on a full disk, a file still gets its name.
          await writeDurably(probe, new Uint8Array(checkedBytes))
        } finally {
          await rm(probe, { force: true })
        }
        await removeStale()
      } catch (error) {
        throw unusable(error)
      }
    },
  }
}
