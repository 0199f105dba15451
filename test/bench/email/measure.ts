/** Fills the receipt, or checks it, for some time, and prints the CPU that one took: `measure.ts <work> <engine> <peers> <ms to warm up> <ms>`. */
import { createEmailTemplates } from '../../../packages/mail-templates/src/index.ts'
import { requireFrom } from '../peers.ts'
import { type EngineName, engines } from './engines.ts'
import { receipt } from './receipt.ts'

const [work = '', engine = '', peers = '', warmUp = '', milliseconds = ''] = process.argv.slice(2)

async function checkers(): Promise<() => Promise<unknown>> {
  const html = receipt('handlebars')
  if (engine === 'chancery') {
    const templates = createEmailTemplates()
    const { signal } = new AbortController()
    const request = { locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0 }
    return () => templates.inspect({ subject: 'Receipt {{number}}', html }, request, { signal })
  }
  if (engine === 'html-validate') {
    const { HtmlValidate } = requireFrom(peers)('html-validate') as {
      HtmlValidate: new (config: object) => { validateString(source: string): Promise<unknown> }
    }
    const validator = new HtmlValidate({ root: true, extends: ['html-validate:recommended'] })
    return () => validator.validateString(html)
  }
  const { caniemail } = (await import(requireFrom(peers).resolve('caniemail'))) as {
    caniemail(asked: { clients: readonly string[]; html: string }): unknown
  }
  return async () => caniemail({ clients: ['gmail.*', 'outlook.*', 'apple-mail.*'], html })
}

const run = work === 'check' ? await checkers() : engines[engine as EngineName](peers)[work as 'cold' | 'warm']
const spent = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
async function runFor(limit: number): Promise<readonly [count: number, cpu: number]> {
  const begun = spent()
  let count = 0
  while (count < 3 || spent() - begun < limit) {
    for (let each = 0; each < 5; each++) await run()
    count += 5
  }
  return [count, spent() - begun]
}
await runFor(Number(warmUp))
const [count, cpu] = await runFor(Number(milliseconds))
const text = work === 'check' ? '' : String(await run())
// Mustache escapes slashes, too.
console.log(JSON.stringify({ cpu: cpu / count, text: text.replaceAll('&#x2F;', '/').replaceAll(/\s+/g, ' ') }))
