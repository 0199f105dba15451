import { it } from 'vitest'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { docx, p, table, textOf } from '../testing/docx-builder.ts'
import { induceDocument } from './induce-document.ts'
const req = { fields: [], locale: 'en', identify: async () => [] }
const letter = (n: string, city: string, date: string, items: [string,string,string][], opt: boolean, no: string) => docx({ header: p(`Invoice ${no}`), body: [
  p(n), p('12 Main Street'), p(city), p(`Date: ${date}`), p(`Invoice no.: ${no}`), p(`Dear ${n},`), p(['Thank you for your ord','er of ', date, '. We are glad to have you, ', n, '.']),
  table(['Item', 'Qty', 'Price'], ...items, ['Total', '', items.length + '0.00 EUR']),
  ...(opt ? [p('Please note that late payments are charged with interest.')] : []), p('Kind regards'), p('Acme Ltd')].join('') })
it('x', async () => {
  const s = [letter('Anna Meyer', '10115 Berlin', '5 March 2024', [['Widget','2','10.00'],['Bolt','7','3.50']], true, 'INV-1001'),
   letter('Bob Stone', '80331 Munich', '17 April 2025', [['Gear','1','99.00']], false, 'INV-1002'),
   letter('Carla de Luca', '20095 Hamburg', '1 May 2025', [['Nut','4','1.00'],['Cog','1','2.00'],['Pin','9','0.10']], true, 'INV-1003')]
  for (const list of [s.slice(0,2), s]) {
  const r = await induceDocument(list.map((b) => vettedForTest(b, 'docx')), req, { signal: new AbortController().signal })
  console.log(textOf(r.template.bytes)); console.log(textOf(r.template.bytes,'word/header1.xml')); console.log(JSON.stringify(r.samples, null, 0)); console.log(JSON.stringify(r.fields.map(f=>[f.name,f.type,f.occurrences,f.confidence,f.values]))); console.log(JSON.stringify(r.findings)) }
})
