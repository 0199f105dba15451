import { ChanceryError, invalidRequest } from '@chancery/core'
import type { Answer } from './answer/answer.ts'
import { readBody } from './body/body-bytes.ts'

/** Takes the recipient of a link off. @returns whether it is one of ours */
export type Unsubscribe = (token: string) => Promise<boolean>

const mostBytes = 4096

/**
 * Answers the POST by which a mail program takes a recipient off (RFC 8058, 3.2): `List-Unsubscribe=One-Click` as a form, without
 * any key or cookie. What only looks at a link, as scanners do, changes nothing.
 * @throws `operation_not_found` for what is no link of ours, `invalid_request` for what is no click
 */
export async function oneClick(unsubscribe: Unsubscribe, request: Request, token: string): Promise<Answer> {
  const bytes = await readBody(request, { limit: mostBytes, signal: request.signal })
  const text = Buffer.from(bytes).toString()
  const isForm = new URLSearchParams(text).get('List-Unsubscribe') === 'One-Click'
  const isMultipart = /name="?List-Unsubscribe"?\r?\n(?:[^\r\n]+\r?\n)*\r?\nOne-Click\r?\n/i.test(text)
  if (!isForm && !isMultipart) {
    throw invalidRequest('', 'no_click', 'The body must be the form `List-Unsubscribe=One-Click` (RFC 8058).')
  }
  if (!(await unsubscribe(token))) throw new ChanceryError('operation_not_found', 'There is no such link.')
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
  return { status: 200, headers, body: 'You will get no more e-mails.\n' }
}
