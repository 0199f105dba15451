import { describe, expect, it } from 'vitest'
import { inductionUntil } from './lines-fixture.ts'

const induce = inductionUntil(new AbortController().signal)

/** What the fields of a template have in its first sample, which is filled again as it was. */
async function valuesOf(...texts: readonly string[]): Promise<readonly unknown[]> {
  const { samples } = await induce(texts)
  expect(samples.every(({ exact }) => exact)).toBe(true)
  return Object.values(samples[0]?.data ?? {})
}

describe('half of a value that all samples share by chance', () => {
  it('is the family name of people with a title', async () => {
    expect(
      await valuesOf(
        'Votre dossier est suivi par Maître Paul Aubert, avocat.\nNous restons à votre écoute.',
        'Votre dossier est suivi par Maître Anne-Lise Aubert, avocat.\nNous restons à votre écoute.',
        'Votre dossier est suivi par Maître Jean Aubert, avocat.\nNous restons à votre écoute.',
      ),
    ).toEqual(['Paul Aubert'])
  })

  it('is the given name before a family name', async () => {
    expect(
      await valuesOf(
        'Ihre Ansprechpartnerin ist Frau Anna Moll.\nSie erreichen uns täglich.',
        'Ihre Ansprechpartnerin ist Frau Anna Kern.\nSie erreichen uns täglich.',
        'Ihre Ansprechpartnerin ist Frau Anna Benz.\nSie erreichen uns täglich.',
      ),
    ).toEqual(['Anna Moll'])
  })

  it('is the family name behind titles that change, and behind a word for calling', async () => {
    expect(
      await valuesOf(
        'Su cita es con la Dra. Inés Vera para una limpieza.\nPer ogni chiarimento contattare Luca Lana al numero verde.',
        'Su cita es con el Dr. Raúl Vera para la extracción de una muela.\nPer ogni chiarimento contattare Sara Lana al numero verde.',
        'Su cita es con la Dra. Inés Vera para una ortodoncia.\nPer ogni chiarimento contattare Luca Lana al numero verde.',
      ),
    ).toEqual(['la Dra. Inés Vera', 'una limpieza', 'Luca Lana'])
  })

  it('is no noun behind a name', async () => {
    expect(
      await valuesOf(
        'Wir haben Frau Moll Unterlagen über den Kurs gesandt.',
        'Wir haben Frau Kern Unterlagen über den Kurs gesandt.',
        'Wir haben Frau Benz Unterlagen über den Kurs gesandt.',
      ),
    ).toEqual(['Moll'])
  })

  it('is the family name of who signs for a firm of one family', async () => {
    expect(
      await valuesOf(
        'We look forward to working for you.\nOnno Bruns, Owner',
        'We look forward to working for you.\nTomke Bruns, Technical Manager',
        'We look forward to working for you.\nOnno Bruns, Owner',
      ),
    ).toEqual(['Onno Bruns', 'Owner'])
  })

  it('is what goes on behind the sign that some values end with', async () => {
    expect(
      await valuesOf(
        'Your matter will be handled by Gareth Marlow, Senior Partner, whose direct line is free.',
        'Your matter will be handled by Nadia Reed, Partner, whose direct line is free.',
        'Your matter will be handled by Gareth Marlow, Senior Partner, whose direct line is free.',
      ),
    ).toEqual(['Gareth Marlow', 'Senior Partner'])
  })

  it('is whose it is, within a phrase', async () => {
    expect(
      await valuesOf(
        'This letter sets out on what terms we act for you in connection with the purchase of your new home.',
        'This letter sets out on what terms we act for you in connection with your claim against a builder.',
        'This letter sets out on what terms we act for you in connection with the making of your will.',
      ),
    ).toEqual(['the purchase of your new home'])
  })

  it('is where an address that is written out leads', async () => {
    const texts = ['k7Pq2x', 'Zm41bb', '8tYr0w'].map(
      (code) => `You may change it here: https://dates.example/${code}/change?by=mail\nKind regards from all of us`,
    )
    expect(await valuesOf(...texts)).toEqual(['k7Pq2x'])
  })

  it('is the article of what stands behind it, and no word for whom', async () => {
    expect(
      await valuesOf(
        'Made with Ann Lee, an individual located in Leeds.\nPotete rivolgervi a Elena Galli per ogni chiarimento.',
        'Made with Bo Ray, an orchard company located in Leeds.\nPotete rivolgervi a Piero Neri per ogni chiarimento.',
        'Made with Cy Orr, an individual located in Leeds.\nPotete rivolgervi a Elena Galli per ogni chiarimento.',
      ),
    ).toEqual(['Ann Lee', 'an individual', 'Elena Galli'])
  })

  it('is an article within a phrase', async () => {
    expect(
      await valuesOf(
        'The contractor will clean and document the sales database.',
        'The contractor will design three dashboards for the retail team.',
        'The contractor will train the staff in statistics.',
      ),
    ).toEqual(['clean and document the sales database'])
  })

  it('is the letter before a number, but not the number behind a dash', async () => {
    expect(
      await valuesOf(
        'Kundennummer: K 20411 – 1. Mahnung an Sie',
        'Kundennummer: K 18002 – 2. Mahnung an Sie',
        'Kundennummer: K 22790 – 3. Mahnung an Sie',
      ),
    ).toEqual(['K 20411', '1'])
  })

  it('is the beginning of a number', async () => {
    expect(
      await valuesOf(
        'Your policy 1A 204 118 44 begins soon.\nRegistered under 918 334 551 in Oslo.',
        'Your policy 1A 204 118 61 begins soon.\nRegistered under 918 334 207 in Oslo.',
        'Your policy 1A 204 118 93 begins soon.\nRegistered under 918 334 846 in Oslo.',
      ),
    ).toEqual(['1A 204 118 44', '918 334 551'])
  })

  it('is what joins two nouns to one phrase', async () => {
    expect(
      await valuesOf(
        'Wij bieden u aan: aanleg van een terras.\nEsame presso Clinica Alba di Novara.\nHandled by Ann Lee of Brook Ltd.',
        'Wij bieden u aan: snoeien van de heg.\nEsame presso Studio Valli di Parma.\nHandled by Bo Ray of Stone plc.',
        'Wij bieden u aan: vernieuwen van het schoolplein.\nEsame presso Centro Moro di Asti.\nHandled by Cy Fox of Hill Ltd.',
      ),
    ).toEqual(['aanleg van een terras', 'Clinica Alba di Novara', 'Ann Lee', 'Brook Ltd'])
  })

  it('is the letter of a number, and no word before one', async () => {
    expect(
      await valuesOf(
        'Ihr Angebot Nr. A 1180 vom Mai\nTerms: Net 15',
        'Ihr Angebot Nr. A 1183 vom Mai\nTerms: Net 30',
        'Ihr Angebot Nr. A 1190 vom Mai\nTerms: Net 45',
      ),
    ).toEqual(['A 1180', '15'])
  })

  it('is the last word of a position', async () => {
    expect(
      await valuesOf(
        'With kind regards from Leeds\nLaura Finch\nPartner',
        'With kind regards from Leeds\nTom Calder\nManaging Partner',
        'With kind regards from Leeds\nLaura Finch\nPartner',
      ),
    ).toEqual(['Laura Finch', 'Partner'])
  })

  it('is the name of the house, of which the contact is called alike', async () => {
    expect(
      await valuesOf(
        'Votre interlocuteur : Rémi Chabrol, 05 55 31 20 11',
        'Votre interlocuteur : Sylvie Chabrol, 05 55 31 20 14',
        'Votre interlocuteur : Odile Chabrol, 05 55 31 20 17',
      ),
    ).toEqual(['Rémi Chabrol', '05 55 31 20 11'])
  })
})

describe('values beside each other', () => {
  it('are a name with a title, and the position behind it', async () => {
    expect(
      await valuesOf(
        'Otorga poder a favor de don Luis Royo, abogado, para que venda.',
        'Otorga poder a favor de doña Teresa Gil, economista, para que venda.',
        'Otorga poder a favor de doña Nuria Mur, procuradora, para que venda.',
      ),
    ).toEqual(['don Luis Royo', 'abogado'])
  })

  it('are no two where they are a time of the day', async () => {
    expect(
      await valuesOf(
        'Audience fixée à 9 h 30 devant nous.',
        'Audience fixée à 14 h 00 devant nous.',
        'Audience fixée à 10 h 15 devant nous.',
      ),
    ).toEqual(['9 h 30'])
  })
})
