import { it } from 'vitest'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { docx, p, table } from '../testing/docx-builder.ts'
import { induceDocument } from './induce-document.ts'
const req = { fields: [], locale: 'en', identify: async () => [] }
const rnd = () => Math.random().toString(36).slice(2, 8)
const small = 'the of and tenant landlord pays rent in Berlin 5 7 12'.split(' ')
const sw = (n: number) => Array.from({ length: n }, () => small[Math.floor(Math.random() * small.length)]).join(' ')
const run = async (name: string, list: Uint8Array[]) => {
  const t = Date.now(); let res = ''
  let worst = 0, last = Date.now(); const timer = setInterval(() => { worst = Math.max(worst, Date.now() - last); last = Date.now() }, 5)
  try { const r = await induceDocument(list.map((b) => vettedForTest(b, 'docx')), req, { signal: new AbortController().signal }); res = r.samples.map((s) => s.exact).join().slice(0, 40) + ' ' + r.fields.length } catch (e) { res = String(e) + (e as Error).stack?.split('\n')[1] }
  clearInterval(timer); console.log(name, Date.now() - t, 'ms, longest block', worst, res, Math.round(process.memoryUsage().heapUsed / 1e6), 'MB')
}
it('x', async () => {
  const many = (n: number, f: () => string) => docx(p('Common head line of all of them, which is rather long so that it counts') + Array.from({ length: n }, () => p(f())).join(''))
  await run('50k random', [many(50000, () => rnd() + ' ' + rnd()), many(50000, () => rnd() + ' ' + rnd())])
  await run('2k small vocab', [many(2000, () => sw(8)), many(2000, () => sw(8))])
  await run('10k small vocab', [many(10000, () => sw(3)), many(10000, () => sw(3))])
  await run('long para', [many(1, () => sw(50000)), many(1, () => sw(50000))])
  await run('table 3000', [docx(p('Common head of the list') + table(['Name of it', 'Price of it'], ...Array.from({ length: 3000 }, () => [rnd(), rnd()]))), docx(p('Common head of the list') + table(['Name of it', 'Price of it'], ...Array.from({ length: 1000 }, () => [rnd(), rnd()])))])
  await run('10 x 500 small', Array.from({ length: 10 }, () => many(500, () => sw(8))))
  const base = Array.from({ length: 200 }, () => Array.from({ length: 40 }, rnd).join(' '))
  await run('50 x 200 real', Array.from({ length: 50 }, () => docx(base.map((t, i) => p(i % 5 ? t : t + ' ' + rnd() + ' end')).join(''))))
}, 300000)
