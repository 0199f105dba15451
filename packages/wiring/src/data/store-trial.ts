import { randomUUID } from 'node:crypto'
import { ChanceryError, Content, contentTypes, type DocumentStore, type WriteCondition } from '@chancery/core'

/**
 * Stores a document of its own, and sees to it that it is there, that it is not overwritten by a second one that may only
 * be the first, and that it can be taken away. Nothing of it stays.
 * @throws what the store throws; `provider_failed` where it does not keep what it is asked to
 */
export async function tryStore(store: DocumentStore, signal: AbortSignal): Promise<void> {
  const path = `chancery-doctor-${randomUUID()}.txt`
  const put = (text: string, condition: WriteCondition) =>
    store.put(
      { path, content: new Content([Buffer.from(text)]), contentType: contentTypes.text, metadata: {}, condition },
      { signal },
    )
  const faulty = (what: string): ChanceryError =>
    new ChanceryError('provider_failed', `The store ${what}.`, { details: { provider: store.id }, retryable: false })
  await put('first', 'absent')
  try {
    const isOverwritten = await put('second', 'absent').then(
      () => true,
      (error: unknown) => {
        if (ChanceryError.is(error) && error.code === 'document_exists') return false
        throw error
      },
    )
    if (isOverwritten) throw faulty('overwrites a document where none may be: two calls at once could lose one')
    const { bytes } = await store.read(path, { signal })
    if (Buffer.from(bytes).toString() !== 'first') throw faulty('reads other bytes than were stored')
  } finally {
    await store.delete(path, { condition: 'any', signal })
  }
  if ((await store.stat(path, { signal })) !== undefined) throw faulty('keeps what was deleted')
}
