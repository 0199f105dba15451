import { modelOfText, type WantedField } from '@chancery/core'
import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { describe, expect, it } from 'vitest'
import { createRuleIdentifier } from './rule-identifier.ts'

const identifier = createRuleIdentifier()
const { signal } = new AbortController()

async function rowsOf(text: string, fields?: WantedField['fields']) {
  const wanted: WantedField = { name: 'items', type: 'record', ...(fields ? { fields } : {}) }
  const request = { model: modelOfText(text), profile: 'auto', minConfidence: 0.3, fields: [wanted] } as const
  const found = await identifier.identify(request, { signal })
  for (const { raw, span } of found.fields) expect(text.slice(span.start, span.end)).toBe(raw)
  return found.fields.map(({ value, confidence, raw }) => ({ value, confidence, raw }))
}
const valuesOf = async (text: string, fields?: WantedField['fields']) =>
  (await rowsOf(text, fields)).map(({ value }) => value)
const eur = (amount: string) => ({ amount, currency: 'EUR' })

describe('rows of a table', () => {
  it('are records of line items where no columns are named', async () => {
    const text =
      'Rechnung\nPos.\tBezeichnung\tMenge\tEinzelpreis\tGesamtpreis\n1\tWartung\t2\t40,00 €\t80,00 €\n2\tAnfahrt\t1\t25,50 €\t25,50 €\n\tNetto\t\t\t105,50 €\nZahlbar in 14 Tagen'
    expect(await valuesOf(text)).toEqual([
      { position: 1, description: 'Wartung', quantity: '2', unitPrice: eur('40.00'), amount: eur('80.00') },
      { position: 2, description: 'Anfahrt', quantity: '1', unitPrice: eur('25.50'), amount: eur('25.50') },
    ])
  })

  it('have the columns that the caller names, by their words', async () => {
    const text =
      'Marchandise                 Colis      Poids brut kg     Volume m3\nPommes Gala cat. I          22         13 640            48,4\nPoires Guyot                11          6 710            24,2\nTotal                       33         20 350            72,6\n\nPrix : 12 EUR'
    const fields: WantedField['fields'] = [
      { name: 'marchandise' },
      { name: 'colis', type: 'integer' },
      { name: 'poids', type: 'number' },
    ]
    expect(await valuesOf(text, fields)).toEqual([
      { marchandise: 'Pommes Gala cat. I', colis: 22, poids: '13640' },
      { marchandise: 'Poires Guyot', colis: 11, poids: '6710' },
    ])
  })

  it('go on with a long description, and over the head said again on the next page', async () => {
    const head = 'Description\tQty\tAmount\n'
    const text = `${head}Oak table\t1\t€ 300.00\nwith two leaves\t\t\nPage 1\n${head}Chair\t4\t€ 200.00`
    expect(await valuesOf(text)).toEqual([
      { description: 'Oak table with two leaves', quantity: '1', amount: eur('300.00') },
      { description: 'Chair', quantity: '4', amount: eur('200.00') },
    ])
  })

  it('are surer where the quantity times the price is the amount', async () => {
    const text = 'Item\tQty\tPrice\tAmount\nPen\t2\t$1.50\t$3.00\nInk\t2\t$4.00\t$9.00'
    const [right, other] = await rowsOf(text)
    expect(right?.confidence).toBeGreaterThan(other?.confidence ?? 1)
    expect(right?.raw).toBe('Pen\t2\t$1.50\t$3.00')
  })

  it('are none without a head that names columns', async () => {
    expect(await valuesOf('Pen\t2\t$1.50\nInk\t2\t$4.00')).toEqual([])
    expect(await valuesOf('We ordered items and services at the usual price.')).toEqual([])
  })

  it.each(['Item\tQty\n', 'Item\tQty\nPen\t1\n', 'Item  Qty\n     a\n', 'Pen\t1\n'])(
    '%j over and over is read in time that grows linearly',
    (piece) => expectLinearTime(1500, (size) => piece.repeat(Math.ceil(size / piece.length)), valuesOf),
  )
})
