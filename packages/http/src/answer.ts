import { responseHeaders } from './security-headers.ts'

/**
 * What a request is answered, before it is a `Response`. That is made once, with all its headers: each that is added to a
 * finished one costs more than the rest of the answer.
 */
export interface Answer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null
}

/** The same with more headers. */
export const withHeaders = (answer: Answer, headers: Readonly<Record<string, string>>): Answer => ({
  ...answer,
  headers: { ...answer.headers, ...headers },
})

export const jsonAnswer = (status: number, value: unknown, headers: Readonly<Record<string, string>>): Answer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
})

/** The response, with what stands on every one. */
export const responseOf = ({ status, headers, body }: Answer): Response =>
  new Response(body, { status, headers: { ...responseHeaders, ...headers } })
