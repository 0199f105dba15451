import type { Json } from '@chancery/core'
import { candidate } from '../candidate.ts'
import type { Option } from '../fields/option.ts'
import { currencyOf } from '../values/currencies.ts'
import { isTaxBase } from '../values/percent-base.ts'
import type { Finder, Finding } from './finding.ts'

const toBuyer =
  /(?:bill(?:ed)? to|invoice to|sold to|ship to|customer|client|rechnung an|rechnungsempfänger|kunde|facturé à|facturer à|destinataire|facturar a|cliente|intestatario|faturar a|klant|factuur aan|spett\.le|spettabile|an|to|à)[\s:]{1,6}$/iu

/** The title of an order, whose issuer is who buys: en, de, fr, es, it, pt, nl, pl. */
const order =
  /(?:^|[\n\t]| {3})[ ]{0,40}(?:purchase order|bestellung|bon de commande|(?:orden|pedido) de compra|pedido a proveedor|ordine (?:d['’]acquisto|di acquisto|fornitore)|nota de encomenda|encomenda|bestelbon|inkooporder|bestelling|zamówienie)(?!\p{L})[^\n\t:]{0,30}(?=$|[\n\t]| {3})/iu
const isOrder = (text: string): boolean => order.test(text.slice(0, 1500))

/** Who issues it: the first organization that no buyer's label precedes; of an order whom that is sent to. */
export const findSeller: Finder = ({ index, values }) =>
  isOrder(index.text) ? findAddressed({ index, values }) : findFirst({ index, values })

const findAddressed = ({ index: { text }, values }: Pick<Finding, 'index' | 'values'>): Option[] =>
  values
    .of('organization')
    .slice(0, 6)
    .filter(({ start }) => toBuyer.test(text.slice(Math.max(0, start - 30), start)))
    .slice(0, 1)
    .map((value) => ({ value, score: 0.62, method: 'position' }))

const findFirst = ({ index, values }: Pick<Finding, 'index' | 'values'>): Option[] =>
  values
    .of('organization')
    .slice(0, 6)
    .map((value, at) => {
      const bought =
        toBuyer.test(index.text.slice(Math.max(0, value.start - 30), value.start)) ||
        honoured.test(index.text.slice(value.end, value.end + 3))
      return { value, score: (bought ? 0.15 : 0.62) - at * 0.08, method: 'position' }
    })
    .filter((option) => option.score > 0.1)

const numbered =
  /(?<!\p{L})(?:\p{L}{0,12}rechnung|bolletta|angebot|bescheid|devis|presupuesto|preventivo|offerte|bestellung|contractul?|bolla|nota|facture|factura|fattura|fatura|factuur|faktur[ay]|faktúr[ay])[^\n;]{0,12}? \S*\d\S* (?:vom|dated|of|du|de(?: fecha)?|del|van|z dnia|zo dňa|ze dne|från|af|av|den) (?:the |\d{1,2}er )?$/iu

/** The day that a paper says behind the number of an invoice: `Rechnung Nr. 2025-1187 vom 12. November 2025`. */
export const findInvoiceDay: Finder = ({ index, values }) =>
  values
    .of('date')
    .filter(({ start }) => numbered.test(index.text.slice(Math.max(0, start - 60), start)))
    .slice(0, 3)
    .map((value, at) => ({ value, score: (0.78 - at * 0.1) * value.confidence, method: 'clause' }))

const addressed =
  /(?:^|\n)[ \t]{0,8}(?:Exm[oa]s?\.?(?:\(a\))?\.? ?Sra?s?\.?(?:\(a\))?|Herrn?|Frau|Mrs?|Ms|Miss|Monsieur|Madame|M\.|Mme|Señora?|Signora?|De heer|Mevrouw)\.?[ \t]{0,4}\r?\n[ \t]{0,8}$/u

const addressedFirm = /Spett(?:\.le|abile)\s{1,3}$/u

/** Behind the name of a firm that a Japanese paper is addressed to. */
const honoured = /^[ 　]?(?:御中|様)/u

/** To whom it is addressed: the name below a line that holds only a title, or the firm behind its salutation. */
export const findBuyer: Finder = ({ index, values }) =>
  [
    ...values.of('person').map((value) => [value, addressed] as const),
    ...values.of('organization').map((value) => [value, addressedFirm] as const),
  ]
    .filter(
      ([{ start, end }, before]) =>
        start < 3000 &&
        (before.test(index.text.slice(Math.max(0, start - 40), start)) ||
          honoured.test(index.text.slice(end, end + 3))),
    )
    .map(([value]) => value)
    .slice(0, 3)
    .map((value, at) => ({ value: { ...value, type: 'organization' }, score: 0.56 - at * 0.1, method: 'position' }))

/** The net amount, where one tax says what it is of: `VAT 19% of EUR 100`. */
export const findNet: Finder = ({ index, values }) => {
  const bases = values.of('money').filter(({ start }) => isTaxBase(index.text, start))
  return bases.length === 1 ? bases.map((value) => ({ value, score: 0.6, method: 'position' })) : []
}

const currencyOfValue = (value: Json): string | undefined =>
  typeof value === 'object' && value !== null && 'currency' in value && typeof value.currency === 'string'
    ? value.currency
    : undefined

/** The currency of most amounts, grounded where it first stands. */
export const findCurrency: Finder = ({ index, values, how }) => {
  const counts = new Map<string, { option: Option; count: number; sure: number }>()
  for (const value of values.of('money')) {
    if (value.bare) continue
    const code = currencyOfValue(value.value)
    if (code === undefined) continue
    const known = counts.get(code)
    if (known !== undefined) {
      known.count += 1
      known.sure = Math.max(known.sure, value.confidence)
      continue
    }
    const tokens = [...index.text.slice(value.start, value.end).matchAll(/(?:\p{L}{1,3})?\p{Sc}|\p{L}{2,10}/gu)]
    const readings = tokens.map((token) => currencyOf(token[0], how)?.code)
    const exact = readings.indexOf(code)
    const token = tokens[exact === -1 ? readings.findIndex((reading) => reading !== undefined) : exact]
    if (!token) continue
    const start = value.start + token.index
    counts.set(code, {
      count: 1,
      sure: value.confidence,
      option: { value: candidate('text', start, start + token[0].length, code, 0.95), score: 0, method: 'type' },
    })
  }
  const total = [...counts.values()].reduce((sum, { count }) => sum + count, 0)
  return [...counts.values()].map(({ option, count, sure }) => ({
    ...option,
    score: Math.min(0.95, sure) * (count / total),
  }))
}
