import type { Candidate } from '../candidate.ts'
import type { Finder } from './finding.ts'

const tax = String.raw`(?:mwst|ust|mehrwertsteuer|umsatzsteuer|vat|gst|tva|t\.v\.a|iva|btw|moms|dph|áfa|alv|kdv|mva|фпа|φπα|消費税|ндс|пдв|sales tax|tax)`
const before = new RegExp(String.raw`(?<!\p{L})${tax}[.:]?[ \t]{0,3}(?:(?:@|at|à|al) ?|[(（][ ]?)?$`, 'iu')
const after = new RegExp(String.raw`^[)）]?[ \t]{0,3}(?:de |d['’])?${tax}(?!\p{L})`, 'iu')
const most = 200

/** Whether a percentage is said to be that of a tax. */
export const isTaxRate = (text: string, { start, end }: Pick<Candidate, 'start' | 'end'>): boolean =>
  before.test(text.slice(Math.max(0, start - 24), start)) || after.test(text.slice(end, end + 24))

/** The rate beside the name of the tax, where all of them are one: `19 % USt.`, `IVA 22%`, `消費税（10%）`. */
export const findTaxRate: Finder = ({ index: { text }, values }) => {
  const rates = values
    .of('percent')
    .slice(0, most)
    .filter((value) => isTaxRate(text, value))
  const [first] = rates
  if (first === undefined || rates.some(({ value }) => value !== first.value)) return []
  return [{ value: first, score: 0.72 * first.confidence, method: 'clause' }]
}
