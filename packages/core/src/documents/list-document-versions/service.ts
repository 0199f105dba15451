import type { Context } from '../../context.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import { ChanceryError, errorAt } from '../../errors.ts'
import { notStored } from '../stored-version.ts'
import type { listDocumentVersionsContract } from './contract.ts'

/** Every version of a document that can be read: of a store without versions that which is there. */
export async function listVersions(
  { path, provider }: InputOf<typeof listDocumentVersionsContract>,
  { stores }: PortsOf<typeof listDocumentVersionsContract>,
  { signal }: Context,
): Promise<AnswerOf<typeof listDocumentVersionsContract>> {
  const store = stores.get(provider)
  if (store.versions === undefined && store.capabilities.versions) {
    const message = 'This store cannot list versions.'
    throw new ChanceryError('unsupported_option', message, {
      violations: [{ pointer: '/provider', code: 'unsupported_option', message }],
      details: { provider: store.id },
    })
  }
  try {
    const versions = await (store.versions?.(path, { signal }) ??
      store.stat(path, { signal }).then((document) => (document === undefined ? [] : [document])))
    if (versions.length === 0) throw notStored(path)
    return { data: { versions } }
  } catch (error) {
    throw errorAt('/path', error, '/path')
  }
}
