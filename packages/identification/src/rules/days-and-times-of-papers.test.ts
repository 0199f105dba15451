import { type FieldType, modelOfText } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { createRuleIdentifier } from './rule-identifier.ts'

const identifier = createRuleIdentifier()
const { signal } = new AbortController()

async function valueOf(lines: readonly string[], name: string, type: FieldType): Promise<unknown> {
  const request = { model: modelOfText(lines.join('\n')), profile: 'auto', minConfidence: 0.3 } as const
  const { fields } = await identifier.identify({ ...request, fields: [{ name, type }] }, { signal })
  return fields[0]?.value
}

describe('a day without a year', () => {
  it.each<readonly [line: string, name: string, value: string]>([
    ['Danke für Ihre Anfrage vom 3. Juni.', 'anfragedatum', '2026-06-03'],
    ['Te confirmo la reunión del jueves 18 de junio.', 'fechaReunion', '2026-06-18'],
    ['The survey was on 28 December.', 'surveyDate', '2025-12-28'],
    ['The survey will be on March 3.', 'surveyDate', '2026-03-03'],
    ['Het overleg is op 7 mei om 10 uur.', 'overlegDatum', '2026-05-07'],
  ])('of %j is one of the year of the paper', async (line, name, value) => {
    const lines = ['Tideway Ltd', '12 March 2026', '', line]
    expect(await valueOf(lines, name, 'date')).toBe(value)
  })

  it.each(['We met in Avenida 25 de Abril 7.', 'Rent falls due on 1 May each year.'])('is none in %j', async (line) => {
    const model = modelOfText(['12 March 2026', line].join('\n'))
    const { entities } = await identifier.identify({ model, profile: 'auto', minConfidence: 0.3 }, { signal })
    expect(entities.filter(({ type }) => type === 'date').map(({ raw }) => raw)).toEqual(['12 March 2026'])
  })

  it('is none where the paper has no year', async () => {
    expect(await valueOf(['The survey was on 28 May.'], 'surveyDate', 'date')).toBeUndefined()
  })
})

describe('the day that a notice is given for', () => {
  it.each([
    ['hiermit kündige ich den Mietvertrag über die Wohnung Lindenweg 4 fristgerecht zum 31.08.2026.', '2026-08-31'],
    ['I hereby give notice to end the lease of 4 Elm Road with effect from 31 August 2026.', '2026-08-31'],
    ['Je résilie par la présente mon abonnement avec effet au 31 août 2026.', '2026-08-31'],
  ])('is the end in %j', async (line, value) => {
    const request = {
      model: modelOfText([line, 'Kassel, 12.05.2026', 'Jens Umbach'].join('\n')),
      profile: 'auto',
    } as const
    const wanted = ['terminationDate', 'noticeDate'].map((name) => ({ name, type: 'date' }) as const)
    const { fields } = await identifier.identify({ ...request, minConfidence: 0.3, fields: wanted }, { signal })
    expect(fields.map((found) => [found.name, found.value])).toContainEqual(['terminationDate', value])
  })
})

describe('the day of a paper', () => {
  it('is the one behind its place, and not one in a sentence', async () => {
    const lines = ['Die Vollmacht erlischt am 31. Dezember 2027.', '', 'Bremen, den 4. Juni 2026', 'Marlies Ahrens']
    expect(await valueOf(lines, 'unterschriftsdatum', 'date')).toBe('2026-06-04')
  })

  it('is not that of an appointment, which has its time behind a comma', async () => {
    const lines = ['Termin ist Donnerstag, 17.09.2026, 11:15 Uhr, Saal 204.', '', 'Münster, 29.06.2026', 'Vennemann']
    expect(await valueOf(lines, 'datum', 'date')).toBe('2026-06-29')
  })

  it('is in a message that of what the message is, and of nothing that it speaks of', async () => {
    const lines = [
      'From: Lena Fosse <lena@fosse.example>',
      'To: sales@millbrook.example',
      'Date: 9 June 2026',
      'Subject: oak boards',
      '',
      'Please supply the boards of your quote Q-5520 of 1 June 2026. Delivery to our workshop on 23 June.',
    ]
    expect(await valueOf(lines, 'quoteDate', 'date')).toBe('2026-06-01')
    expect(await valueOf(lines, 'deliveryDate', 'date')).toBe('2026-06-23')
    expect(await valueOf(lines, 'emailDate', 'date')).toBe('2026-06-09')
  })
})

describe('a time of the day', () => {
  const minutes = ['Minutes of the meeting held on 10 June 2026 at 6 pm.', 'The meeting closed at 7.45 pm.']
  it.each<readonly [lines: readonly string[], name: string, value: string | undefined]>([
    [minutes, 'startTime', '6 pm'],
    [minutes, 'closingTime', '7.45 pm'],
    [['Le 28 mai à 18 heures, les associés.', 'La séance est levée à 19 h 30.'], 'heureDebut', '18 heures'],
    [['Le 28 mai à 18 heures, les associés.', 'La séance est levée à 19 h 30.'], 'heureFin', '19 h 30'],
    [['Geöffnet 10:00 - 12:30'], 'uhrzeitEnde', '12:30'],
    [['The meeting is at 6 pm.'], 'endTime', undefined],
  ])('of %j for %s', async (lines, name, value) => expect(await valueOf(lines, name, 'text')).toBe(value))
})
