import { describe, expect, it } from 'vitest'
import { answerOf, faultOf, violationsOf } from '../../testing/calls.test-support.ts'
import { now } from '../../testing/document-texts.test-support.ts'
import { aClient } from '../../testing/fake-clients.test-support.ts'
import { fakePorts } from '../../testing/fake-ports.test-support.ts'
import { exportClients } from './index.ts'

const ada = aClient('c1', {
  givenName: 'Ada',
  familyName: 'Lovelace',
  honorific: 'Countess',
  organization: 'Analytical; Engines',
  jobTitle: 'Analyst',
  emails: ['ada@example.com', 'countess@example.com'],
  phones: ['+442079460958', '030 1234'],
  address: { street: 'Row 1\nGarden', postcode: '01234', locality: 'London', country: 'GB' },
  birthDate: '1985-03-05',
  taxId: 'GB1',
  website: 'https://example.com/a,b',
  language: 'en',
  notes: '-1',
  custom: { Adviser: '=1+1', 'X-SKYPE': 'ada' },
  externalIds: [{ source: 'crm', id: '7' }],
})
const set = (count = 1) => {
  const { ports, directory, store, clock } = fakePorts()
  directory.records.set('c1', ada)
  for (let at = 2; at <= count; at++) directory.records.set(`c${at}`, aClient(`c${at}`, { name: `Bob ${at}` }))
  return { ports, store, clock }
}
const write = async (input: object, { ports } = set()) => {
  const { data } = await answerOf(exportClients, input, ports)
  return { ...data, text: Buffer.from(data.document.content ?? '', 'base64').toString() }
}

describe('an export', () => {
  it('is a table that no spreadsheet runs', async () => {
    const { text, document, count } = await write({ format: 'csv' })
    const [header, ...rows] = text.split('\r\n')
    expect(header).toMatch(
      /^chanceryId,kind,name,.*,externalIds,contactLabels,updatedAt,custom.Adviser,custom.X-SKYPE$/,
    )
    expect(rows).toEqual([
      `c1,person,Ada Lovelace,Ada,Lovelace,Countess,"Analytical; Engines",Analyst,ada@example.com,countess@example.com,'+442079460958,030 1234,"Row 1\nGarden",01234,London,,GB,1985-03-05,GB1,"https://example.com/a,b",en,'-1,crm:7,,,'=1+1,ada`,
      '',
    ])
    expect([document.filename, document.contentType, count]).toEqual(['clients.csv', 'text/csv; charset=utf-8', 1])
    expect((await write({ format: 'csv', bom: true })).text.startsWith('\uFEFFchanceryId')).toBe(true)
  })

  it('is cards', async () => {
    const lines = (text: string) => text.replaceAll('\r\n ', '').trimEnd().split('\r\n')
    const four = lines((await write({ format: 'vcard' })).text)
    expect(four).toEqual([
      'BEGIN:VCARD',
      'VERSION:4.0',
      'UID:chancery:c1',
      'KIND:individual',
      'FN:Ada Lovelace',
      'N:Lovelace;Ada;;Countess;',
      String.raw`ORG:Analytical\; Engines`,
      'TITLE:Analyst',
      'EMAIL;PREF=1:ada@example.com',
      'EMAIL:countess@example.com',
      'TEL;VALUE=uri;PREF=1:tel:+442079460958',
      'TEL:030 1234',
      String.raw`ADR:;;Row 1\nGarden;London;;01234;GB`,
      'BDAY:19850305',
      'URL:https://example.com/a,b',
      'LANG:en',
      'NOTE:-1',
      'X-CHANCERY-TAX-ID:GB1',
      'X-CHANCERY-EXTERNAL-ID:crm;7',
      'X-CHANCERY-CUSTOM:Adviser;=1+1',
      'X-SKYPE:ada',
      `REV:${ada.updatedAt.replaceAll(/[-:]|\.\d+/g, '')}`,
      'END:VCARD',
    ])
    const three = lines((await write({ format: 'vcard-3.0' })).text)
    expect(three).toContain('EMAIL;TYPE=INTERNET,PREF:ada@example.com')
    expect(three).toContain('TEL;TYPE=PREF:+442079460958')
    expect(three).toContain('BDAY:1985-03-05')
  })

  it('is JSON, and cards of JSContact', async () => {
    expect(JSON.parse((await write({ format: 'json' })).text)).toEqual([ada])
    expect(JSON.parse((await write({ format: 'jscontact' })).text)).toMatchObject([
      {
        '@type': 'Card',
        version: '1.0',
        uid: 'chancery:c1',
        kind: 'individual',
        name: {
          full: 'Ada Lovelace',
          components: [
            { kind: 'title', value: 'Countess' },
            { kind: 'given', value: 'Ada' },
            { kind: 'surname', value: 'Lovelace' },
          ],
        },
        emails: { e1: { address: 'ada@example.com', pref: 1 }, e2: { address: 'countess@example.com' } },
        phones: { p1: { number: 'tel:+442079460958' }, p2: { number: '030 1234' } },
        addresses: {
          a1: { countryCode: 'GB', components: [{ kind: 'name' }, { kind: 'postcode' }, { kind: 'locality' }] },
        },
        anniversaries: { b1: { kind: 'birth', date: { year: 1985, month: 3, day: 5 } } },
        vCardProps: [
          ['x-chancery-tax-id', {}, 'text', 'GB1'],
          ['x-chancery-external-id', {}, 'text', ['crm', '7']],
          ['x-chancery-custom', {}, 'text', ['Adviser', '=1+1']],
          ['x-skype', {}, 'unknown', 'ada'],
        ],
      },
    ])
  })

  it('goes on where it ended, and is stored where that is wanted', async () => {
    const known = set(5)
    const first = await write({ format: 'csv', limit: 3 }, known)
    expect(first).toMatchObject({ count: 3, nextCursor: expect.any(String) })
    const second = await write({ format: 'csv', limit: 3, cursor: first.nextCursor }, known)
    expect([second.count, second.nextCursor]).toEqual([2, undefined])
    const output = { path: 'exports/all.vcf' }
    const stored = await write({ format: 'vcard', output, filename: 'all.vcf' }, known)
    expect(stored.document).toMatchObject({ filename: 'all.vcf', stored: { path: 'exports/all.vcf' } })
    expect(stored.document.content).toBeUndefined()
  })

  it('ends in time, with what it has', async () => {
    const known = set(1200)
    const { search, ...directory } = known.ports.clientDirectory
    const slow = {
      ...directory,
      search: (...all: Parameters<typeof search>) => {
        known.clock.at = now + 50_000
        return search(...all)
      },
    }
    const { data } = await answerOf(exportClients, { format: 'json' }, { ...known.ports, clientDirectory: slow })
    expect(data).toMatchObject({ count: 500, nextCursor: expect.any(String) })
  })

  it('refuses what it does not know', async () => {
    expect(violationsOf(exportClients, { format: 'pdf' })).not.toEqual([])
    const fault = await faultOf(write({ format: 'csv', cursor: 'x' }))
    expect(fault).toMatchObject({ code: 'invalid_request', violations: [{ pointer: '/cursor' }] })
  })
})
