import { it } from 'vitest'
import { induceEmail } from './induce-email.ts'
const req = { fields: [], locale: 'en', identify: async () => [] }
const mail = (n: string, no: string, amt: string, items: [string,string][], opt: boolean, link: string) => ({ subject: `Your order ${no}`,
 html: `<html><body>\n  <h1>Thank you, ${n}!</h1>\n  <p>Your order <b>${no}</b> of <i>${amt}</i> is on its way. <a href="${link}">Track it</a></p>\n  <table>\n    <tr><th>Item</th><th>Price</th></tr>\n${items.map(([a,b])=>`    <tr><td>${a}</td><td>${b}</td></tr>\n`).join('')}  </table>\n${opt?'  <p>As a gift we added a mug to your parcel.</p>\n':''}  <p>Regards</p>\n</body></html>`,
 text: `Hello ${n},\n\nyour order ${no} of ${amt} is on its way.\n\n${items.map(([a,b])=>`- ${a}: ${b}\n`).join('')}\n${opt?'As a gift we added a mug to your parcel.\n\n':''}Regards\nShop\n` })
it('x', async () => {
  const s = [mail('Anna Meyer','AB-1001','$10.00',[['Mug','$5'],['Cup','$7']],true,'https://x.example/t?id=AB-1001'), mail('Bob O&#39;Neil','AB-1002','$99.00',[['Jar','$5']],false,'https://x.example/t?id=AB-1002'), mail('Carl &amp; Co','AB-1003','$12.50',[['Pot','$1'],['Lid','$2'],['Box','$8']],true,'https://x.example/t?id=AB-1003')]
  for (const list of [s.slice(0,2), s]) {
  const r = await induceEmail(list, req, { signal: new AbortController().signal })
  console.log(r.template.subject+'\n'+r.template.html+'\n----\n'+r.template.text); console.log(JSON.stringify(r.samples)); console.log(JSON.stringify(r.fields.map(f=>[f.name,f.type,f.occurrences,f.values]))); console.log(JSON.stringify(r.findings)) }
})
