/**
 * Scores the rules on public data: receipts (SROIE), contracts (Kleister-NDA), values (Recognizers-Text specs).
 * `node packages/identification/bench/score.ts [tune]`: the check half by default, chosen by a hash of the id.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type FieldType, type Identification, type Json, modelOfText, type WantedField } from '@chancery/core'
import { createRuleIdentifier } from '../src/index.ts'

const corpora = resolve(process.env['CHANCERY_CORPORA'] ?? resolve(import.meta.dirname, '../../../../shared/corpora'))
const half = process.argv[2] === 'tune' ? 0 : 1
const failures = process.argv[3]
const identifier = createRuleIdentifier()
const print = (line: string): boolean => process.stdout.write(`${line}\n`)
const inHalf = (id: string): boolean => (createHash('sha256').update(id).digest()[0] ?? 0) % 2 === half

interface Options {
  readonly fields?: readonly WantedField[]
  readonly profile?: 'auto' | 'receipt' | 'contract'
  readonly locale?: string
}

const identify = (text: string, { fields, profile = 'auto', locale }: Options): Promise<Identification> =>
  identifier.identify(
    {
      model: modelOfText(text),
      profile,
      minConfidence: 0.3,
      ...(fields ? { fields } : {}),
      ...(locale ? { locale } : {}),
    },
    { signal: new AbortController().signal },
  )

const lines = (path: string): unknown[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line): unknown => JSON.parse(line))

class Tally {
  found = 0
  wanted = 0
  right = 0
  readonly sure: { readonly confidence: number; readonly right: boolean }[] = []
  add(found: readonly string[], wanted: readonly string[]): boolean {
    this.found += found.length
    this.wanted += wanted.length
    const right = found.filter((value) => wanted.includes(value)).length
    this.right += right
    return right === wanted.length && right === found.length
  }
  /** Of how sure a value was said to be, and whether it was right. */
  judge(confidence: number, right: boolean): void {
    this.sure.push({ confidence, right })
  }
  /** The mean distance of what is said from what is right, by tenths; and of what is said to be surest. */
  get certainty(): string {
    const share = (of: readonly { right: boolean }[]): number =>
      of.filter(({ right }) => right).length / (of.length || 1)
    const bins = Map.groupBy(this.sure, ({ confidence }) => Math.min(9, Math.floor(confidence * 10)))
    const error = [...bins.values()].reduce((sum, bin) => {
      const said = bin.reduce((all, { confidence }) => all + confidence, 0) / bin.length
      return sum + (bin.length * Math.abs(said - share(bin))) / this.sure.length
    }, 0)
    const surest = this.sure.filter(({ confidence }) => confidence >= 0.9)
    const [right, covered] = [share(surest) * 100, (surest.length / this.sure.length) * 100]
    return `ECE ${error.toFixed(3)}, of .9 and more ${right.toFixed(1)} right (${covered.toFixed(1)} of the values)`
  }
  get f1(): number {
    return this.found + this.wanted === 0 ? 0 : (200 * this.right) / (this.found + this.wanted)
  }
  toString(): string {
    const share = (of: number): string => ((100 * this.right) / Math.max(1, of)).toFixed(1)
    return `F1 ${this.f1.toFixed(1)}  (P ${share(this.found)}, R ${share(this.wanted)}, ${this.wanted} wanted)`
  }
}

function report(title: string, tallies: ReadonlyMap<string, Tally>, seconds: number, size: number): void {
  const all = new Tally()
  for (const [name, tally] of tallies) {
    print(`${title.padEnd(10)} ${name.padEnd(16)} ${tally}`)
    if (tally.sure.length > 0) print(`${''.padEnd(27)} ${tally.certainty}`)
    all.sure.push(...tally.sure)
    all.found += tally.found
    all.wanted += tally.wanted
    all.right += tally.right
  }
  print(`${title.padEnd(10)} ${'all'.padEnd(16)} ${all}  ${(size / 1e6 / seconds).toFixed(2)} MB/s`)
  print(`${''.padEnd(27)} ${all.certainty}`)
}

const plain = (value: string): string => value.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
const amountOf = (value: string): string => Number(value.replace(/[^\d.]/g, '')).toFixed(2)

async function scoreReceipts(): Promise<void> {
  const tallies = new Map(['company', 'date', 'address', 'total'].map((name) => [name, new Tally()]))
  let size = 0
  const start = performance.now()
  for (const receipt of lines(`${corpora}/receipts/train.jsonl`) as {
    id: string
    lines: { text: string }[]
    gold: Record<string, string>
  }[]) {
    if (!inHalf(receipt.id)) continue
    const text = receipt.lines.map((line) => line.text).join('\n')
    size += text.length
    const fields: WantedField[] = [{ name: 'merchant' }, { name: 'date' }, { name: 'address' }, { name: 'total' }]
    const { fields: found } = await identify(text, { fields, profile: 'receipt' })
    for (const [name, tally] of tallies) {
      const gold = receipt.gold[name]
      const hit = found.find((field) => field.name === (name === 'company' ? 'merchant' : name))
      const form = (raw: string): string => (name === 'total' ? amountOf(raw) : plain(raw))
      const right = tally.add(hit ? [form(hit.raw)] : [], gold === undefined ? [] : [form(gold)])
      if (hit && gold !== undefined) tally.judge(hit.confidence, right)
      if (!right && failures === name)
        print(`  ${receipt.id} want ${gold} | got ${hit?.raw.replaceAll('\n', '\\n')} (${hit?.confidence})`)
    }
  }
  report('receipts', tallies, (performance.now() - start) / 1000, size)
}

/** The corpus writes parties without commas, a term as "2 years". */
const termOf = (value: Json): string => {
  const [, count = '', unit = ''] = /^PT?(\d+)([A-Z])$/.exec(String(value)) ?? []
  const name = { Y: 'year', M: 'month', W: 'week', D: 'day' }[unit] ?? ''
  return `${count} ${name}${count === '1' ? '' : 's'}`
}

async function scoreContracts(): Promise<void> {
  const names = ['effective_date', 'jurisdiction', 'party', 'term'] as const
  const tallies = new Map(names.map((name) => [name, new Tally()]))
  let size = 0
  const start = performance.now()
  for (const contract of lines(`${corpora}/contracts/train.jsonl`) as {
    id: string
    text: string
    gold: Record<string, string[]>
  }[]) {
    if (!inHalf(contract.id)) continue
    size += contract.text.length
    const fields: WantedField[] = [
      { name: 'effective_date' },
      { name: 'jurisdiction' },
      { name: 'party', many: true },
      { name: 'term' },
    ]
    const { fields: found } = await identify(contract.text, { fields, profile: 'contract' })
    for (const [name, tally] of tallies) {
      const hits = found.filter((field) => field.name === name)
      const form = (value: Json): string =>
        name === 'term'
          ? termOf(value)
          : plain(typeof value === 'object' && value !== null && 'name' in value ? String(value.name) : String(value))
      const gold = (contract.gold[name] ?? []).map((value) => (name === 'term' ? value : plain(value)))
      const values = [...new Set(hits.map((hit) => form(hit.value)))]
      for (const hit of hits) tally.judge(hit.confidence, gold.includes(form(hit.value)))
      if (!tally.add(values, gold) && failures === name)
        print(
          `  ${contract.id.slice(0, 6)} want ${JSON.stringify(contract.gold[name])} | got ${JSON.stringify(hits.map((hit) => [hit.raw, hit.confidence]))}`,
        )
    }
  }
  report('contracts', tallies, (performance.now() - start) / 1000, size)
}

const languages = {
  English: 'en',
  German: 'de',
  French: 'fr',
  Spanish: 'es',
  Italian: 'it',
  Portuguese: 'pt',
  Dutch: 'nl',
}

interface Case {
  readonly Input: string
  readonly Results: readonly { readonly Text: string; readonly Value?: { readonly Timex?: string } }[]
}

/** Cases whose values the text states in full, by digits: what a document's reader must get right. */
async function scoreValues(): Promise<void> {
  const models: readonly (readonly [string, FieldType, (found: Case['Results'][number]) => boolean])[] = [
    [
      'DateTime/DateParser',
      'date',
      (found) =>
        /^\d{4}-\d{2}-\d{2}$/.test(found.Value?.Timex ?? '') && /\d/.test(found.Text) && /\d{2}/.test(found.Text),
    ],
    ['NumberWithUnit/CurrencyModel', 'money', (found) => /\d/.test(found.Text)],
    ['Number/PercentModel', 'percent', (found) => /\d/.test(found.Text)],
    ['Sequence/PhoneNumberModel', 'phone', () => true],
    ['Sequence/EmailModel', 'email', () => true],
    ['Sequence/URLModel', 'url', () => true],
    ['DateTime/DurationParser', 'duration', (found) => /\d/.test(found.Text)],
  ]
  for (const [path, type, stated] of models) {
    const [group = '', model = ''] = path.split('/')
    for (const language of readdirSync(`${corpora}/values/${group}`)) {
      const file = `${corpora}/values/${group}/${language}/${model}.json`
      if (!existsSync(file)) continue
      const tally = new Tally()
      for (const [at, { Input, Results }] of (
        JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')) as Case[]
      ).entries()) {
        if (!inHalf(`${path}${at}`) || Results.length === 0 || !Results.every(stated)) continue
        const locale = languages[language as keyof typeof languages]
        const { fields } = await identify(Input, {
          fields: [{ name: 'value', type, many: true }],
          locale: locale === 'en' ? 'en-US' : locale,
        })
        const values = fields.map((field) => plain(field.raw))
        const right = tally.add(
          values,
          Results.map((result) => plain(result.Text)),
        )
        if (!right && failures === `${type}-${locale}`)
          print(
            `  ${Input} | want ${Results.map((result) => result.Text).join(' ; ')} | got ${fields.map((field) => field.raw).join(' ; ')}`,
          )
      }
      if (tally.wanted > 0) print(`values     ${type.padEnd(9)}${language.padEnd(11)} ${tally}`)
    }
  }
}

const parts = [
  ['receipts/train.jsonl', scoreReceipts],
  ['contracts/train.jsonl', scoreContracts],
  ['values', scoreValues],
] as const
for (const [path, score] of parts) {
  if (existsSync(`${corpora}/${path}`)) await score()
  else print(`${path}: not in ${corpora}, skipped`)
}
