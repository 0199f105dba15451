import { expect, it } from 'vitest'
import { inductionUntil } from './lines-fixture.ts'

const induce = inductionUntil(new AbortController().signal)
const fieldsOf = async (texts: readonly string[]): Promise<readonly (readonly [string, string | undefined])[]> =>
  (await induce(texts)).fields.map(({ name, values }) => [name, values[0]])

it('takes no time of the day and no dose for an address', async () => {
  const line = (time: string, drug: string): string =>
    `La séance est ouverte à ${time} au bureau.\nHer drug is ${drug} mg.`
  const names = (await fieldsOf([line('18 h 30', 'ramipril 5'), line('19 h 00', 'ibuprofen 400')])).map(
    ([name]) => name,
  )
  expect(names.join()).not.toMatch(/address/i)
})

it('parts a date from the address behind it', async () => {
  const line = (day: string, at: string): string => `De levering vindt plaats op ${day} aan ${at}.`
  const fields = await fieldsOf([
    line('2 februari 2026', 'Kerkstraat 8, 1017 GP Amsterdam'),
    line('21 april 2026', 'Dorpsweg 41, 3511 AB Utrecht'),
    line('19 juni 2026', 'Havenkade 3, 9711 CD Groningen'),
  ])
  expect(fields.map(([, value]) => value)).toEqual(['2 februari 2026', 'Kerkstraat 8, 1017 GP Amsterdam'])
})

it.each(['FX 123 ZT', 'HL-KO 421', 'AB12 CDE'])('leaves no plate %s of one sample', async (plate) => {
  const letter = (client: string, more: string): string =>
    `Dear ${client}, this is the loan that you have asked us for and that we hold for a month.\n${more}Kind regards from all of the office`
  const { template, fields } = await induce([
    letter('Ada Moss', ''),
    letter('Ben Holt', `He gives us the car with the number ${plate} for it, by ISO 9001.\n`),
    letter('Cy Wood', ''),
  ])
  const said = JSON.stringify(template.children, (key, value: unknown) =>
    key === 'members' || key === 'values' || key === 'scope' ? undefined : value,
  )
  expect(said).not.toContain(plate)
  expect(said).toContain('ISO 9001')
  expect(fields.map(({ name }) => name).join()).not.toMatch(/address/i)
})

it('takes the German an before somebody for no article', async () => {
  const line = (who: string): string => `Das Buch wurde an ${who} verliehen und bleibt dort.`
  expect((await fieldsOf([line('Frau Brock'), line('Herrn Vogt')])).map(([, value]) => value)).toEqual(['Frau Brock'])
})

it('tells once of a part that one sample alone has', async () => {
  const letter = (client: string, more: string): string => `Hello ${client},\n${more}we meet soon.\n${more}Bye`
  const lone = 'If you come by train the office gives you the whole price back.\n'
  const { findings } = await induce([letter('Ada', ''), letter('Ben', lone), letter('Cy', '')])
  expect(findings.filter(({ code }) => code === 'part_seen_once')).toHaveLength(1)
})
