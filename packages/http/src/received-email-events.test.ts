import type { EmailEventRequest } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { emailEventsAnswers } from './received-email-events.ts'

const post = (body = '[]', query = ''): Request =>
  new Request(`https://chancery.example/email-events/smtp${query}`, {
    method: 'POST',
    body,
    headers: { 'X-Signature': 's' },
  })

describe('what providers tell', () => {
  it('is handed on as it came, and answered with nothing', async () => {
    const told: [string, EmailEventRequest][] = []
    const answer = emailEventsAnswers(async (provider, request) => {
      told.push([provider, request])
      return 2
    })
    expect(await answer(post('[1]', '?secret=a%20b'), 'smtp')).toEqual({
      status: 204,
      headers: { 'cache-control': 'no-store' },
      body: null,
    })
    const [[provider, request] = []] = told
    expect(provider).toBe('smtp')
    expect(request?.headers['x-signature']).toBe('s')
    expect(request?.query).toEqual({ secret: 'a b' })
    expect(Buffer.from(request?.body ?? []).toString()).toBe('[1]')
  })

  it('is answered where nothing of it is new', async () => {
    expect(await emailEventsAnswers(async () => 0)(post(), 'smtp')).toMatchObject({ status: 204 })
  })

  it('is of a provider that is set up', async () => {
    await expect(emailEventsAnswers(async () => undefined)(post(), 'other')).rejects.toMatchObject({
      code: 'operation_not_found',
    })
  })

  it('has at most a mebibyte', async () => {
    let told = 0
    const answer = emailEventsAnswers(async () => ++told)
    expect(await answer(post('a'.repeat(1024 * 1024)), 'smtp')).toMatchObject({ status: 204 })
    await expect(answer(post('a'.repeat(1024 * 1024 + 1)), 'smtp')).rejects.toMatchObject({ code: 'payload_too_large' })
    expect(told).toBe(1)
  })

  it('is read eight at once, and again when one has ended, however it ended', async () => {
    const open: PromiseWithResolvers<number>[] = []
    const answer = emailEventsAnswers(async () => {
      const each = Promise.withResolvers<number>()
      open.push(each)
      return await each.promise
    })
    const running = Array.from({ length: 8 }, () => answer(post(), 'smtp'))
    await expect.poll(() => open.length).toBe(8)
    await expect(answer(post(), 'smtp')).rejects.toMatchObject({ code: 'overloaded' })
    open[0]?.reject(new Error('broken'))
    await expect(running[0]).rejects.toThrow('broken')
    const ninth = answer(post(), 'smtp')
    await expect.poll(() => open.length).toBe(9)
    for (const each of open) each.resolve(1)
    expect(await Promise.all([...running.slice(1), ninth])).toHaveLength(8)
  })
})
