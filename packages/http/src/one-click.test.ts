import { describe, expect, it } from 'vitest'
import { oneClick } from './one-click.ts'

/** What one answers that knows the token `known`, and the tokens that it was told. */
async function clicked(body: string, token = 'known') {
  const told: string[] = []
  const request = new Request('https://chancery.example/unsubscribe/known', { method: 'POST', body })
  const unsubscribe = async (asked: string): Promise<boolean> => {
    told.push(asked)
    return asked === 'known'
  }
  const answer = await oneClick(unsubscribe, request, token).catch((error: unknown) => error)
  return { answer, told }
}

const multipart = (headers: string, value = 'One-Click', name = 'List-Unsubscribe'): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n${headers}\r\n${value}\r\n--b--\r\n`

describe('a click that takes a recipient off', () => {
  it.each([
    ['a form', 'List-Unsubscribe=One-Click'],
    ['a form with more', 'a=b&List-Unsubscribe=One-Click'],
    ['a form in parts', multipart('')],
    ['a part with more headers', multipart('Content-Type: text/plain\r\n')],
  ])('is %s', async (_, body) => {
    const { answer, told } = await clicked(body)
    expect(answer).toMatchObject({ status: 200, body: 'You will get no more e-mails.\n' })
    expect(answer).toMatchObject({
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    })
    expect(told).toEqual(['known'])
  })

  it.each([
    ['nothing', ''],
    ['another word', 'List-Unsubscribe=Yes'],
    ['another field', 'Unsubscribe=One-Click'],
    ['another word in parts', multipart('', 'Two-Clicks')],
    ['another field in parts', multipart('', 'One-Click', 'Other')],
  ])('is not %s, which changes nothing', async (_, body) => {
    const { answer, told } = await clicked(body)
    expect(answer).toMatchObject({ code: 'invalid_request', violations: [{ pointer: '', code: 'no_click' }] })
    expect(told).toEqual([])
  })

  it('is of a link of ours, and short', async () => {
    expect((await clicked('List-Unsubscribe=One-Click', 'other')).answer).toMatchObject({ code: 'operation_not_found' })
    const long = await clicked(`List-Unsubscribe=One-Click&${'a'.repeat(4096)}`)
    expect(long.answer).toMatchObject({ code: 'payload_too_large' })
    expect(long.told).toEqual([])
  })
})
