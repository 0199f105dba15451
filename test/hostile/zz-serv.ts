import { attacks } from './attacks.ts'
import { goodDocuments } from './good-documents.ts'
import { mutants } from './mutate.ts'
import { callsFor } from './requests.ts'
import { startAttackedService } from './service-process.ts'
let s = await startAttackedService()
const hist: Record<string, number> = {}
async function one(name: string, filename: string, bytes: Uint8Array) {
  for (const c of callsFor(filename, bytes)) {
    const a = await s.post(c.operation, c.input)
    const k = c.operation + ' ' + a.status + ' ' + (a.code ?? ''); hist[k] = (hist[k] ?? 0) + 1
    const rss = s.isRunning() ? s.residentMb()|0 : -1
    if (a.status === 0 || a.status >= 500 || a.ms > 1500) console.log(name, '|', c.operation, '|', a.status, a.code, a.ms|0, 'ms', 'rss', rss)
    if (a.status === 0) { await s.stop(); s = await startAttackedService() }
  }
}
for (const g of goodDocuments()) for (const c of callsFor(g.filename, g.bytes)) { const a = await s.post(c.operation, c.input); console.log('good', g.filename, c.operation, a.status, a.code, a.ms|0) }
console.log('rss0', s.residentMb())
const t0=performance.now()
const skip = process.argv[2]
for (const a of attacks()) { if (skip && !a.name.startsWith(skip)) continue; await one(a.name, a.filename, a.bytes) }
console.log('attacks ms', (performance.now()-t0)|0, 'rss', s.residentMb())
const t1=performance.now()
for (const m of mutants(goodDocuments(), Number(process.argv[3] ?? 200))) await one('mutant '+m.seed, m.filename, m.bytes)
console.log('mutants ms', (performance.now()-t1)|0, 'rss', s.residentMb())
console.log(hist)
await s.stop()
