import { type FieldType, modelOfText, type WantedField } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { createRuleIdentifier } from './rule-identifier.ts'

const identifier = createRuleIdentifier()
const { signal } = new AbortController()

/** What fields of one type are found in the lines of a paper, by name; a party by its name alone. */
async function namesIn(
  lines: readonly string[],
  wanted: Readonly<Record<string, readonly [type: FieldType, ...labels: string[]]>>,
): Promise<Record<string, unknown>> {
  const text = lines.join('\n')
  const fields = Object.entries(wanted).map(([name, [type, ...labels]]): WantedField => ({
    name,
    type,
    ...(labels.length > 0 ? { labels } : {}),
  }))
  const request = { model: modelOfText(text), profile: 'auto', minConfidence: 0.3, fields } as const
  const found = await identifier.identify(request, { signal })
  for (const { raw, span } of found.fields) expect(text.slice(span.start, span.end)).toBe(raw)
  return Object.fromEntries(
    found.fields.map(({ name, value }) => [
      name,
      typeof value === 'object' && value !== null && 'name' in value ? value.name : value,
    ]),
  )
}

describe('names of persons', () => {
  it.each([
    ['with titles of any land before them', 'Geom. Pier Luigi Strozzi', 'Pier Luigi Strozzi'],
    ['with a title that ends in letters', 'Dott.ssa Chiara Lodi', 'Chiara Lodi'],
    ['with titles that a hyphen joins', 'Herrn Dr.-Ing. Matthias von der Heydt', 'Matthias von der Heydt'],
    ['with initials and particles', "Mevr. J.M. van 't Hoff-de Boer", "J.M. van 't Hoff-de Boer"],
    ['with the surname first', 'Giménez, Octavio Luis', 'Giménez, Octavio Luis'],
    ['without the degree behind them', 'Mag. Theresia Oberhuber-Kranz', 'Theresia Oberhuber-Kranz'],
    ['with an apostrophe', "Monsieur Gaël d'Harcourt", "Gaël d'Harcourt"],
  ])('are read %s', async (_, written, name) => {
    expect(await namesIn([`Person: ${written}`], { person: ['person'] })).toEqual({ person: name })
  })

  it('follow a label with words between, or on the next line', async () => {
    const lines = [
      'I appoint my brother, Augustus P. Whitfield III, of 902 Pecan Bayou Drive, as Executor.',
      'donne pouvoir à',
      '',
      "Monsieur Gaël d'Harcourt, né à Brive",
      'vertreten durch die Komplementärin Hannelore Lorbeer, Gewerbering 17',
    ]
    expect(
      await namesIn(lines, {
        executor: ['person', 'I appoint'],
        mandataire: ['person', 'pouvoir à'],
        vertreter: ['person', 'vertreten durch'],
      }),
    ).toEqual({ executor: 'Augustus P. Whitfield III', mandataire: "Gaël d'Harcourt", vertreter: 'Hannelore Lorbeer' })
  })

  it('stand above or before the role of who signs', async () => {
    const lines = [
      'NOMVULA PATIENCE DLAMINI                          First Defendant',
      '',
      'CLUVER & HENDRICKS INC',
      'Attorneys for Plaintiff',
      '',
      '______________________',
      'Wellington Prado de Assis',
      'Corretor – CRECI 128.447-F',
    ]
    expect(
      await namesIn(lines, {
        defendant: ['party'],
        attorneys: ['organization', 'Attorneys for Plaintiff'],
        corretor: ['person'],
      }),
    ).toEqual({
      defendant: 'NOMVULA PATIENCE DLAMINI',
      attorneys: 'CLUVER & HENDRICKS INC',
      corretor: 'Wellington Prado de Assis',
    })
  })
})

describe('parties by the term that a paper gives them', () => {
  it('are whom their clause begins with, and not who represents them', async () => {
    const lines = [
      'ENTRE : Torréfaction Le Grain Noir inc., ayant sa place au 305, rue Notre-Dame Est, représentée par Mme Fatou Sarr;',
      '(ci-après le « Locataire »)',
    ]
    expect(await namesIn(lines, { locataire: ['party'] })).toEqual({ locataire: 'Torréfaction Le Grain Noir inc.' })
  })

  it('have no legal form, and a term without quotes far behind', async () => {
    const lines = [
      'PRIMEIRO OUTORGANTE: Joaquim Manuel Teles Barroso, casado, contribuinte n.º 174 882 036, residente na Rua das Oliveiras, n.º 21, 3.º Esq., 3000-301 Coimbra, adiante designado por SENHORIO;',
      'zawarta w Poznaniu pomiędzy:',
      '',
      'Fundacją Zielone Podwórko z siedzibą w Poznaniu, reprezentowaną przez Prezesa Katarzynę Nowicką, zwaną dalej „Zleceniodawcą”,',
    ]
    expect(await namesIn(lines, { senhorio: ['person'], zleceniodawca: ['party'] })).toEqual({
      senhorio: 'Joaquim Manuel Teles Barroso',
      zleceniodawca: 'Fundacją Zielone Podwórko',
    })
  })

  it('are the first of two that share it', async () => {
    const lines = [
      'by and between HAROLD J. WEINSTOCK and ELISE M. WEINSTOCK, husband and wife (together, the "Landlord")',
    ]
    expect(await namesIn(lines, { landlord: ['party'] })).toEqual({ landlord: 'HAROLD J. WEINSTOCK' })
  })

  it('are no partners who represent the firm', async () => {
    const lines = [
      'zwischen der Sparbank Oberlausitz eG (nachfolgend „Bank“) und',
      '',
      'der Firma Holzbau Kretschmer OHG, vertreten durch die Gesellschafter Uwe Kretschmer und Ilka Noack (nachfolgend „Darlehensnehmerin“)',
    ]
    expect(await namesIn(lines, { borrower: ['party'] })).toEqual({ borrower: 'Holzbau Kretschmer OHG' })
  })

  it('have a plain noun before their name, and one of two terms', async () => {
    const lines = [
      '2. De eenmanszaak Adviesbureau Vlier, gevestigd te Oss, vertegenwoordigd door de heer P.J.M. van Lier, hierna: "Ontvanger".',
      '',
      'Vitória Lopes dos Reis, residente em Portimão, adiante designada por Segunda Contraente ou Trabalhadora;',
    ]
    expect(await namesIn(lines, { ontvanger: ['organization'], trabalhadora: ['person'] })).toEqual({
      ontvanger: 'Adviesbureau Vlier',
      trabalhadora: 'Vitória Lopes dos Reis',
    })
  })

  it('stand over a blank line in a caption with columns', async () => {
    const lines = [
      'CASCADE TRAIL OUTFITTERS, LLC,                 Case No. 3:26-cv-00417-MO',
      '',
      '          Plaintiff,',
      '                                               ORDER GRANTING MOTION',
      '     v.                                        TO COMPEL',
    ]
    expect(await namesIn(lines, { plaintiff: ['party'] })).toEqual({ plaintiff: 'CASCADE TRAIL OUTFITTERS, LLC' })
  })
})

describe('names in the blocks of a paper', () => {
  const lines = [
    'Harbor Point Credit Union',
    '1400 Lighthouse Blvd',
    'Erie, PA 16505',
    '',
    'MARISOL T QUINTERO-HAYES',
    '3309 W 38TH ST APT 2C',
    'ERIE PA 16506-4417',
  ]
  it('show by the address below them: a firm at the head, a person elsewhere', async () => {
    expect(await namesIn(lines, { bank: ['organization'], holder: ['person'] })).toEqual({
      bank: 'Harbor Point Credit Union',
      holder: 'MARISOL T QUINTERO-HAYES',
    })
  })
  it('are no titles of papers', async () => {
    expect(await namesIn(['Residential Lease Agreement', ...lines.slice(1, 3)], { bank: ['organization'] })).toEqual({})
  })
})
