import { describe, expect, it } from 'vitest'
import { rowWithoutClient } from './no-client.ts'

const columns = ['Name', 'E-mail', 'Phone', 'City', 'Amount']
const codeOf = (...cells: string[]): string | undefined => rowWithoutClient(cells, columns)?.code

describe('rows that sum up the list', () => {
  it.each<string[]>([
    ['Total: 245'],
    ['Total', '', '', '', '245.00'],
    ['', 'Grand total:', '2', '', '1.245,00 €'],
    ['Summe', '', '', '', '€ 245'],
    ['Gesamtsumme', '2', '2', '', '-245,00 EUR'],
    ['Zwischensumme Berlin', '', '', '', '10'],
    ['Sous-total', '', '', '', '10 %'],
    ['Totale complessivo', '', '', '', '10'],
    ['Suma końcowa', '', '', '', '1 245,00 zł'],
    ['Celkem', '', '', '', '7'],
    ['Yhteensä', '', '', '', '7'],
    ['Összesen: 7 ügyfél'],
    ['Genel Toplam', '', '', '', '7'],
    ['Итого', '', '', '', '7'],
    ['合計', '', '', '', '7'],
    ['Anzahl Datensätze: 2'],
    ['Total records', '245'],
    ['Average', '', '', '', '12.5'],
    ['(2 rows affected)'],
    ['245 Kontakte'],
    ['Nombre de clients : 12'],
    ['Total'],
    ['Summe Netto', '', '', '', '245,00'],
    ['Net total', '', '', '', '245.00'],
    ['Suma częściowa', '', '', '', '7'],
    ['Sous total Lyon', '', '', '', '7'],
    ['Total for Hamburg', '', '', '', '7'],
    ['Всего по отделу', '', '', '', '7'],
    ['Übertrag', '', '', '', '300,00'],
    ['Carried forward', '', '', '', '300.00'],
    ['Number of records', '', '', '', '12'],
    ['Total customers', '', '', '', '12'],
    ['Σ', '', '', '', '12'],
  ])('%s %s %s %s %s', (...cells) => expect(codeOf(...cells)).toBe('summary_row'))

  it.each<string[]>([
    ['Total', 'info@total.example', '', '', ''],
    ['Total', '', '+33 1 23 45 67 89', '', ''],
    ['Total', '', '0123456789', '', ''],
    ['Summe', '', '', 'Berlin', '245'],
    ['Jean Total', '', '', '', '245'],
    ['Total Fitness', '', '', '', '245'],
    ['Suma, Anna', '', '', '', '245'],
    ['Net Total Ltd', '', '', 'Leeds', '5'],
    ['Saldo Beratung GmbH', '', '', '', '5'],
    ['Übertrag', '', '', '', ''],
    ['Anna Summe', '', '', '', ''],
    ['3 Kunden GmbH', '', '', '', '7'],
    ['Summa', '', '', '', ''],
    ['Media', '', '', '', ''],
  ])('%s %s %s %s %s is a client', (...cells) => expect(codeOf(...cells)).toBeUndefined())

  it('leaves a client who has a number', () => {
    expect(rowWithoutClient(['Total', '10023'], ['Name', 'Customer ID'])).toBeUndefined()
    expect(rowWithoutClient(['10023', 'Total'], ['Customer ID', 'Name'])).toBeUndefined()
    expect(rowWithoutClient(['Total', '75001'], ['Name', 'ZIP'])).toBeUndefined()
    expect(rowWithoutClient(['Total', '1985-03-04'], ['Name', 'Birthday'])).toBeUndefined()
  })
})

it('passes over what a file of rejected rows says of them', () => {
  expect(rowWithoutClient(['Total', '7', 'The row sums up the list'], ['Name', 'n', 'chancery.reason'])?.code).toBe(
    'summary_row',
  )
})

describe('notes beside the list', () => {
  it.each<string[]>([
    ['Exported by Anna Smith on 2026-01-01 10:00'],
    ['Erstellt am 27.11.2026 von Anna'],
    ['Imprimé le 27/11/2026'],
    ['Exported by:', 'Anna Smith'],
    ['Notes: these are the contacts of 2025'],
    ['', 'Stand: 12.03.2026'],
    ['These are the contacts of the Berlin office.'],
    ['Copyright (c) 2000-2026 salesforce.com, inc. All rights reserved.'],
    ['© Muster'],
    ['Page 1 of 3'],
    ['Seite 1 von 3', '', '', '', ''],
    ['Страница 1 из 3'],
    ['*** End of report ***'],
    ['-----', '------', '-----', '----', '------'],
    ['-', '-', '-', '-', '-'],
    ['27.11.2026 10:33'],
  ])('%s %s %s %s %s', (...cells) => expect(codeOf(...cells)).toBe('note_row'))

  it.each<string[]>([
    ['Ada Lovelace', '', '', '', ''],
    ['Acme Inc', '', '', '', ''],
    ['Gesellschaft für angewandte Kunst und Musik m.b.H.', '', '', '', ''],
    ['Royal Society for the Protection of Birds Ltd.', '', '', '', ''],
    ['Ada Lovelace', '-', '-', '-', '-'],
    ['Printed Matter', 'info@x.example', '', '', ''],
    ['', 'ada@example.com', '', '', ''],
    ['', '', '+44 20 7946 0958', '', ''],
    ['', 'https://example.com/ada', '', '', ''],
    ['Page Turner', '', '', '', ''],
    ['Client: Ada', 'ada@example.com', '', '', ''],
  ])('%s %s %s %s %s is a client', (...cells) => expect(codeOf(...cells)).toBeUndefined())

  it('takes no name of a list of names for a note', () => {
    expect(rowWithoutClient(['Berlin: Mitte'], ['Name'])).toBeUndefined()
    expect(rowWithoutClient(['Total: 3'], ['Name'])?.code).toBe('summary_row')
  })
})
