import {
  ChanceryError,
  Content,
  type DocumentStore,
  type Json,
  type NewCall,
  type StoredResponse,
} from '@chancery/core'

/** A call among all: its id is taken on anew once it has expired. */
export type CallPlace = Pick<NewCall, 'id' | 'createdAt'>

/** What of a background call lies in the document store, in a folder that no caller sees. */
export interface CallFiles {
  keepInput(call: CallPlace, input: unknown, signal: AbortSignal): Promise<void>
  /** @throws `work_lost` */
  input(call: CallPlace, signal: AbortSignal): Promise<unknown>
  keepPart(call: CallPlace, part: string, outcome: Json, signal: AbortSignal): Promise<void>
  part(call: CallPlace, part: string, signal: AbortSignal): Promise<Json | undefined>
  /** @param token of whoever made it: of two, the register says whose counts */
  keepAnswer(call: CallPlace, token: string, answer: StoredResponse, signal: AbortSignal): Promise<void>
  /** @throws `work_lost` */
  answer(call: CallPlace, token: string, signal: AbortSignal): Promise<StoredResponse>
  /** Takes away all of an expired call, and of those that had its id before. */
  remove(expired: Pick<NewCall, 'id' | 'expiresAt'>, signal: AbortSignal): Promise<void>
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export function createCallFiles(store: DocumentStore): CallFiles {
  const keep = async (path: string, texts: readonly string[], signal: AbortSignal): Promise<void> => {
    const content = new Content(texts.map((text) => encoder.encode(text)))
    await store.put({ path, content, contentType: 'application/json', metadata: {}, condition: 'any' }, { signal })
  }
  const read = async (path: string, signal: AbortSignal): Promise<Uint8Array> =>
    (await store.read(path, { signal })).bytes
  /** What was kept for sure, unless somebody took it away or damaged it. @throws `work_lost` */
  const needed = async <Kept>(path: string, of: (bytes: Uint8Array) => Kept, signal: AbortSignal): Promise<Kept> => {
    try {
      return of(await read(path, signal))
    } catch (error) {
      if (error instanceof SyntaxError || (ChanceryError.is(error) && error.code === 'document_not_found'))
        throw new ChanceryError('work_lost', 'What was kept of the operation is gone.', { cause: error })
      throw error
    }
  }
  return {
    keepInput: (call, input, signal) =>
      keep(`${folderOf(call)}/input.json`, [JSON.stringify(input, bytesAsText)], signal),
    input: (call, signal) => needed(`${folderOf(call)}/input.json`, jsonIn, signal),
    keepPart: (call, part, outcome, signal) => keep(partPath(call, part), [JSON.stringify(outcome)], signal),
    async part(call, part, signal) {
      try {
        return jsonIn(await read(partPath(call, part), signal)) as Json
      } catch (error) {
        if (ChanceryError.is(error) && error.code === 'document_not_found') return undefined
        throw error
      }
    },
    keepAnswer: (call, token, { body, ...head }, signal) =>
      keep(answerPath(call, token), [`${JSON.stringify(head)}\n`, body], signal),
    answer: (call, token, signal) => needed(answerPath(call, token), answerIn, signal),
    async remove({ id, expiresAt }, signal) {
      const paths: string[] = []
      const isOver = (path: string): boolean => Number(path.slice(folderOfId(id).length + 1).split('/')[0]) < expiresAt
      for await (const { kind, path } of store.list(folderOfId(id), { signal }))
        if (kind === 'document' && isOver(path)) paths.push(path)
      for (const path of paths) await store.delete(path, { condition: 'any', signal })
    },
  }
}

const jsonIn = (bytes: Uint8Array): unknown => JSON.parse(decoder.decode(bytes))

/** Behind the first line, which says the rest, a body stands as it is: as a text in JSON a long one would be there twice more. */
function answerIn(bytes: Uint8Array): StoredResponse {
  const end = bytes.indexOf('\n'.charCodeAt(0))
  const head = jsonIn(bytes.subarray(0, end)) as Omit<StoredResponse, 'body'>
  return { ...head, body: decoder.decode(bytes.subarray(end + 1)) }
}

const folderOfId = (id: string): string => `.calls/${id}`

const folderOf = ({ id, createdAt }: CallPlace): string => `${folderOfId(id)}/${createdAt}`

/** @throws TypeError for a part whose name would lead elsewhere */
function partPath(call: CallPlace, part: string): string {
  if (!/^[\w-]{1,128}$/.test(part)) throw new TypeError('A part has letters, digits and "-" as its name.')
  return `${folderOf(call)}/parts/${part}.json`
}

const answerPath = (call: CallPlace, token: string): string => `${folderOf(call)}/answer-${token}.json`

/** Files of a form are bytes; a JSON body has them as base64 in the same places. */
const bytesAsText = (_key: string, value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') : value
