import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMemoryService } from '../fixtures/memory-service.ts'

const people = `Name,E-mail,Phone,Company,City,Date of birth,Notes
Dr. Ada Lovelace,ada@example.com,+44 20 7946 0958,,London,1985-03-05,=1+1
Jörg Müller,,+49 30 123456,Müller & Söhne,Łódź,,
Pine & Co. Ltd,info@pine.example,,Pine & Co. Ltd,,,
`

/** Of what the calls answer, what is looked at. */
interface Answer {
  readonly summary: Readonly<Record<string, number>>
  readonly document: { readonly content: string }
  readonly rejectsFile: { readonly content: string }
  readonly count: number
  readonly clients: readonly object[]
  readonly rejected: readonly object[]
}

describe('clients go into files and come back', () => {
  let service: Awaited<ReturnType<typeof createMemoryService>>
  beforeAll(async () => {
    service = await createMemoryService()
  })
  afterAll(() => service.close())

  const answer = async (name: Parameters<typeof service.call>[0], input: object) => {
    const response = await service.call(name, input)
    expect([name, response.status]).toEqual([name, 200])
    const { data } = (await response.json()) as { readonly data: Answer }
    return data
  }
  const enter = async (provider: string, content: string, more: object = {}) =>
    answer('enter-client-data', { source: { provider, document: { content } }, ...more })

  it('by every format, and change nothing', async () => {
    const first = await enter('csv', Buffer.from(people).toString('base64'))
    expect(first.summary).toMatchObject({ read: 3, created: 3 })
    for (const [format, provider] of [
      ['csv', 'csv'],
      ['vcard', 'vcard'],
      ['vcard-3.0', 'vcard'],
      ['jscontact', 'jscontact'],
    ] as const) {
      const { document, count } = await answer('export-clients', { format })
      expect(count).toBe(3)
      const again = await enter(provider, document.content)
      expect([format, again.summary]).toEqual([
        format,
        { read: 3, created: 0, updated: 0, unchanged: 3, merged: 0, rejected: 0 },
      ])
    }
    expect((await answer('find-clients', { phone: '(030) 12 34 56' })).clients).toMatchObject([{ name: 'Jörg Müller' }])
  })

  it('and are told when they were deleted', async () => {
    const { document } = await answer('export-clients', { format: 'csv', name: 'ada' })
    await answer('delete-client', { client: 'ada@example.com' })
    const refused = await enter('csv', document.content, { deleted: 'reject', rejects: {} })
    expect(refused.rejected).toMatchObject([{ errors: [{ code: 'client_deleted' }] }])
    expect(Buffer.from(refused.rejectsFile.content, 'base64').toString()).toContain('client_deleted')
    const entered = await enter('csv', Buffer.from(people).toString('base64'))
    expect(entered.clients[0]).toMatchObject({ status: 'created', warnings: [{ code: 'client_deleted' }] })
  })
})
