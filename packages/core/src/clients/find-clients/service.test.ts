import { describe, expect, it } from 'vitest'
import { answerOf, faultOf, violationsOf } from '../../testing/calls.test-support.ts'
import { aClient } from '../../testing/fake-clients.test-support.ts'
import { fakePorts } from '../../testing/fake-ports.test-support.ts'
import { findClients } from './index.ts'

describe('finding clients', () => {
  const known = [
    aClient('c1', {
      emails: ['ada.king@mail.example.org'],
      phones: ['+442079460958'],
      externalIds: [{ source: 'crm', id: 'INV-2031' }],
    }),
    aClient('c2', { name: 'Max Müller-Weiß', emails: ['max@x.org'], phones: ['+4930123456;ext=12'] }),
    aClient('c3', { name: 'Mueller & Weiss GmbH', kind: 'organization', phones: ['030 99887766'] }),
    aClient('c4', { name: 'Đorđe Ćirić' }),
    aClient('c5', { name: '山田太郎', emails: ['yamada@例え.jp'] }),
    aClient('c6', { name: "Rosa O'Neill", phones: ['+79161234567'] }),
    aClient('c7', { name: 'Jean D’Arcy', phones: ['+3613456789'] }),
    aClient('c8', { name: '花子 佐藤', familyName: '佐藤', givenName: '花子', phones: ['+375291234567'] }),
    aClient('c9', { name: 'Анна-Лена Соколова' }),
  ]
  const set = () => {
    const { ports, directory } = fakePorts()
    for (const client of known) directory.records.set(client.id, client)
    return ports
  }
  const find = async (input: object) => (await answerOf(findClients, input, set())).data.clients.map(({ id }) => id)

  it.each([
    [{ name: 'love ADA' }, ['c1']],
    [{ name: 'lovelace, ada' }, ['c1']],
    [{ name: 'ove' }, []],
    [{ name: 'muller' }, ['c2']],
    [{ name: 'Müller' }, ['c2', 'c3']],
    [{ name: 'mueller weiß' }, ['c2', 'c3']],
    [{ name: 'WEISS' }, ['c2', 'c3']],
    [{ name: 'dorde ciric' }, ['c4']],
    [{ name: '山田' }, ['c5']],
    [{ name: '山田太' }, ['c5']],
    [{ name: '佐藤花' }, ['c8']],
    [{ text: '佐藤 花子' }, ['c8']],
    [{ name: '花子佐' }, []],
    [{ name: 'oneill' }, ['c6']],
    [{ text: 'ONei' }, ['c6']],
    [{ name: "o'neill" }, ['c6']],
    [{ name: 'O’Neill rosa' }, ['c6']],
    [{ name: 'neill' }, ['c6']],
    [{ name: 'annalena' }, ['c9']],
    [{ name: 'anna-lena sokol' }, ['c9']],
    [{ name: 'соколова' }, ['c9']],
    [{ name: 'darcy jean' }, ['c7']],
    [{ name: '&' }, []],
    [{ email: 'ADA.king@mail.example.org' }, ['c1']],
    [{ email: 'king@mail' }, ['c1']],
    [{ email: 'example.org' }, ['c1']],
    [{ email: '@x.org' }, ['c2']],
    [{ email: 'max@' }, ['c2']],
    [{ email: '例え' }, ['c5']],
    [{ phone: '+44 20 7946 0958' }, ['c1']],
    [{ phone: '0044 (0)20 7946-0958' }, ['c1']],
    [{ phone: '020 7946 0958' }, ['c1']],
    [{ phone: '020 79' }, ['c1']],
    [{ phone: '7946 0958' }, ['c1']],
    [{ phone: '+44 20' }, ['c1']],
    [{ phone: '030/123456' }, ['c2']],
    [{ phone: '+49 30 123456 ext 12' }, []],
    [{ phone: '(030) 998877-66' }, ['c3']],
    [{ phone: '00' }, []],
    [{ phone: '０２０ ７９４６ ０９５８' }, ['c1']],
    [{ phone: '＋４４　２０' }, ['c1']],
    [{ text: '０２０ ７９４６' }, ['c1']],
    [{ phone: '8 (916) 123-45-67' }, ['c6']],
    [{ text: '8 916 12' }, ['c6']],
    [{ phone: '+8 916 123' }, []],
    [{ phone: '8 029 123' }, ['c8']],
    [{ phone: '06 1 345' }, ['c7']],
    [{ externalId: { source: 'crm', id: 'INV-2031' } }, ['c1']],
    [{ externalId: { source: 'other', id: 'INV-2031' } }, []],
    [{ externalId: { source: 'crm', id: 'INV-2031' }, name: 'max' }, []],
    [{ text: 'inv-20' }, ['c1']],
    [{ text: '2031' }, ['c1']],
    [{ text: 'c3' }, ['c3']],
    [{ text: 'ada king@mail' }, ['c1']],
    [{ text: '020 7946' }, ['c1']],
    [{ text: 'max 030123456' }, ['c2']],
    [{ text: 'max ada' }, []],
    [{ text: '%' }, []],
    [{ phone: '+4930', email: 'max@' }, ['c2']],
    [{ phone: '+4930', name: 'ada' }, []],
    [{}, ['c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'c8', 'c9']],
  ])('by %j', async (input, ids) => expect(await find(input)).toEqual(ids))

  it('answers page by page, and knows the cursors of its query alone', async () => {
    const ports = set()
    const first = (await answerOf(findClients, { limit: 6 }, ports)).data
    expect(first).toMatchObject({ more: true, clients: ['c1', 'c2', 'c3', 'c4', 'c5', 'c6'].map((id) => ({ id })) })
    const cursor = first.nextCursor ?? ''
    const { data } = await answerOf(findClients, { limit: 6, cursor }, ports)
    expect(data).toMatchObject({ more: false, clients: [{ id: 'c7' }, { id: 'c8' }, { id: 'c9' }] })
    for (const other of [{ cursor, name: 'max' }, { cursor: 'none' }, { cursor: '' }]) {
      const failure = await faultOf(answerOf(findClients, other, ports))
      expect(failure).toMatchObject({ code: 'invalid_request', violations: [{ pointer: '/cursor' }] })
    }
  })

  it('refuses what it does not know', () => expect(violationsOf(findClients, { nmae: 'a' })).not.toEqual([]))
})
