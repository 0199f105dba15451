import { ChanceryError, Content, type DocumentStore, type Json, type StoredResponse } from '@chancery/core'

/** What of a background call lies in the document store, in a folder that no caller sees. */
export interface CallFiles {
  keepInput(id: string, input: unknown, signal: AbortSignal): Promise<void>
  input(id: string, signal: AbortSignal): Promise<unknown>
  keepPart(id: string, part: string, outcome: Json, signal: AbortSignal): Promise<void>
  part(id: string, part: string, signal: AbortSignal): Promise<Json | undefined>
  /** @param token of whoever made it: of two, the register says whose counts */
  keepAnswer(id: string, token: string, answer: StoredResponse, signal: AbortSignal): Promise<void>
  answer(id: string, token: string, signal: AbortSignal): Promise<StoredResponse>
  /** Takes all of it away. */
  remove(id: string, signal: AbortSignal): Promise<void>
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export function createCallFiles(store: DocumentStore): CallFiles {
  const keep = async (path: string, value: unknown, signal: AbortSignal): Promise<void> => {
    const content = new Content([encoder.encode(JSON.stringify(value, bytesAsText))])
    await store.put({ path, content, contentType: 'application/json', metadata: {}, condition: 'any' }, { signal })
  }
  const read = async (path: string, signal: AbortSignal): Promise<unknown> =>
    JSON.parse(decoder.decode((await store.read(path, { signal })).bytes))
  return {
    keepInput: (id, input, signal) => keep(`${folderOf(id)}/input.json`, input, signal),
    input: (id, signal) => read(`${folderOf(id)}/input.json`, signal),
    keepPart: (id, part, outcome, signal) => keep(partPath(id, part), outcome, signal),
    async part(id, part, signal) {
      try {
        return (await read(partPath(id, part), signal)) as Json
      } catch (error) {
        if (ChanceryError.is(error) && error.code === 'document_not_found') return undefined
        throw error
      }
    },
    keepAnswer: (id, token, answer, signal) => keep(answerPath(id, token), answer, signal),
    answer: async (id, token, signal) => (await read(answerPath(id, token), signal)) as StoredResponse,
    async remove(id, signal) {
      const paths: string[] = []
      for await (const entry of store.list(folderOf(id), { signal }))
        if (entry.kind === 'document') paths.push(entry.path)
      for (const path of paths) await store.delete(path, { condition: 'any', signal })
    },
  }
}

const folderOf = (id: string): string => `.calls/${id}`

/** @throws TypeError for a part whose name would lead elsewhere */
function partPath(id: string, part: string): string {
  if (!/^[\w-]{1,128}$/.test(part)) throw new TypeError('A part has letters, digits and "-" as its name.')
  return `${folderOf(id)}/parts/${part}.json`
}

const answerPath = (id: string, token: string): string => `${folderOf(id)}/answer-${token}.json`

/** Files of a form are bytes; a JSON body has them as base64 in the same places. */
const bytesAsText = (_key: string, value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') : value
