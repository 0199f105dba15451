import type { Context } from '../../context.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import { ChanceryError, errorAt } from '../../errors.ts'
import type { DocumentStore } from '../../ports/document-store.ts'
import { movedAlone, movedKey } from '../moved-alone.ts'
import { changedMeanwhile, notStored, versionConflict } from '../stored-version.ts'
import type { deleteDocumentContract } from './contract.ts'

/** A document that others replace without end is given up after so many looks. */
const attempts = 20

/** Takes a document away, and not from within a move of it. */
export async function remove(
  input: InputOf<typeof deleteDocumentContract>,
  { stores, clock, claims }: PortsOf<typeof deleteDocumentContract>,
  context: Context,
): Promise<AnswerOf<typeof deleteDocumentContract>> {
  const store = stores.get(input.provider)
  const take = () => takeAway(input, store, context)
  return input.dryRun ? take() : movedAlone(movedKey(context, store.id, input.path), { claims, clock }, context, take)
}

/** Takes away the very version that is answered, if the store can; without `ifVersion`, that which is there at the time. */
async function takeAway(
  { path, ifVersion, dryRun }: Omit<InputOf<typeof deleteDocumentContract>, 'provider'>,
  store: DocumentStore,
  { signal }: Context,
): Promise<AnswerOf<typeof deleteDocumentContract>> {
  let isByVersion = true
  try {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const document = await store.stat(path, { signal })
      if (document === undefined) throw notStored(path)
      if (ifVersion !== undefined && document.version !== ifVersion) throw versionConflict(path, document.version)
      if (dryRun) return { data: { document } }
      try {
        // The condition names what was seen, so that nothing else is taken away.
        const condition = isByVersion ? { version: document.version } : 'any'
        if (await store.delete(path, { condition, signal })) return { data: { document } }
      } catch (error) {
        if (!ChanceryError.is(error)) throw error
        if (error.code === 'unsupported_option' && ifVersion !== undefined) throw errorAt('/ifVersion', error)
        // Some stores know no condition of deletes: there, what is there goes.
        if (error.code === 'unsupported_option' && isByVersion) isByVersion = false
        else if (error.code !== 'write_conflict') throw error
      }
    }
  } catch (error) {
    throw errorAt('/path', error, '/path')
  }
  throw changedMeanwhile(path)
}
