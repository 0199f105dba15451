import { type InduceRequest, type JsonObject } from '@chancery/core'
import { leavesOf } from '@chancery/induction'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import PizZip from 'pizzip'
import { describe, expect, it } from 'vitest'
import { createTemplateCache } from '../compile/template-cache.ts'
import { fillDocument } from '../fill/fill-document.ts'
import { docx, type DocxParts, p, table, textOf as rawTextOf } from '../testing/docx-builder.ts'
import { induceDocument } from './induce-document.ts'
import { readWordSample } from './read-sample.ts'

export const signal = new AbortController().signal
export const request: InduceRequest = { fields: [], locale: 'en', pages: 500, identify: async () => [] }
const filling = { missing: 'error', locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0 } as const

export const induce = async (samples: readonly Uint8Array[], more: Partial<InduceRequest> = {}) =>
  await induceDocument(
    samples.map((bytes) => vettedForTest(bytes, 'docx')),
    { ...request, ...more },
    { signal },
  )

export const fill = async (template: Uint8Array, data: JsonObject): Promise<Uint8Array> =>
  (await fillDocument(vettedForTest(template, 'docx'), { ...filling, data }, createTemplateCache(0), signal)).content
    .bytes

/** The text of a part, with tabs, and without what was deleted. */
export const textOf = (bytes: Uint8Array, part?: string): string => {
  const zip = new PizZip(bytes)
  const name = part ?? 'word/document.xml'
  const xml = zip
    .file(name)!
    .asText()
    .replaceAll('<w:p/>', '<w:p></w:p>')
    .replaceAll('<w:tab/>', '\t')
    .replaceAll(/<w:delText>.*?<\/w:delText>/g, '')
  return rawTextOf(zip.file(name, xml).generate({ type: 'uint8array' }), name)
}

/** A generator of numbers below 1, the same for the same seed (mulberry32). */
export const seeded = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
}

type Random = () => number
export const pick = <Item>(random: Random, list: readonly Item[]): Item => list[Math.floor(random() * list.length)]!
const first =
  'Anna Boris Clara David Elena Fabio Greta Hugo Ingrid Jonas Karla Louis Marta Nils Olga Pavel Rosa Stefan Tilda Yves'.split(
    ' ',
  )
const last =
  'Albers Brandt Castelli Dupont Eriksen Fontaine Garcia Hoffmann Ivanov Jansen Keller Lambert Moreau Novak Okafor Petit Richter Schäfer Tanaka Winter'.split(
    ' ',
  )
const streets =
  'Bahnhofstr. 5|Rue de Lyon 17|High Street 211|Gartenweg 3|Avenue Foch 9|Mill Lane 44|Lindenallee 72|Quai Sud 6'.split(
    '|',
  )
const cities = 'Berlin Lyon Leeds Basel Graz Namur Bristol Kassel Nantes Bonn'.split(' ')
export const goods =
  'Desk lamp|Office chair|Paper, A4|Toner black|Whiteboard|Filing cabinet|Notebook|Projector|Keyboard|Cable 2 m'.split(
    '|',
  )
const name = (random: Random): string => `${pick(random, first)} ${pick(random, last)}`
const amount = (random: Random): string => `${(10 + random() * 9000).toFixed(2)} EUR`
const number = (random: Random): string => `INV-${10_000 + Math.floor(random() * 89_999)}`
const date = (random: Random, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2020 + Math.floor(random() * 6), Math.floor(random() * 12), 1 + Math.floor(random() * 28)),
  )

interface Family {
  readonly title: string
  readonly template: DocxParts
  readonly data: (random: Random) => JsonObject
}

const invoice = (
  locale: string,
  [title, dated, to, item, quantity, price, total, note, bye]: readonly string[],
): Family => ({
  title: `invoice ${locale}`,
  template: {
    header: p(`${title} {no}`),
    body: [
      p('{name}'),
      p('{street}'),
      p('{city}'),
      p(`${dated}: {date}`),
      p([`${to} `, '{na', 'me}', ',']),
      table([item!, quantity!, price!], ['{#items}{label}', '{quantity}', '{price}{/items}'], [total!, '', '{total}']),
      p('{#hasNote}'),
      p(note!),
      p('{/hasNote}'),
      p(bye!),
    ].join(''),
  },
  data: (random) => ({
    no: number(random),
    name: name(random),
    street: pick(random, streets),
    city: `${10_000 + Math.floor(random() * 80_000)} ${pick(random, cities)}`,
    date: date(random, locale),
    total: amount(random),
    hasNote: random() < 0.5,
    items: Array.from({ length: 1 + Math.floor(random() * 4) }, () => ({
      label: pick(random, goods),
      quantity: String(1 + Math.floor(random() * 40)),
      price: amount(random),
    })),
  }),
})

const letter = (locale: string, [greeting, body, until, extra, bye]: readonly string[]): Family => ({
  title: `letter ${locale}`,
  template: {
    footer: p('{company}'),
    body: [
      p('{company}'),
      p('{street}'),
      p(`${greeting} {name},`),
      p(`${body} {no} ${until} {date}.`),
      p('{#hasExtra}'),
      p(extra!),
      p('{/hasExtra}'),
      p(bye!),
      p('{clerk}'),
    ].join(''),
  },
  data: (random) => ({
    company: `${pick(random, last)} ${pick(random, ['GmbH', 'Ltd', 'SARL'])}`,
    street: pick(random, streets),
    name: name(random),
    no: number(random),
    date: date(random, locale),
    hasExtra: random() < 0.5,
    clerk: name(random),
  }),
})

const contract = (
  locale: string,
  [title, between, and, clauses, signed]: readonly [string, string, string, readonly string[], string],
): Family => ({
  title: `contract ${locale}`,
  template: [
    p(title, 'Heading1'),
    p(`${between} {landlord} ${and} {tenant}.`),
    ...clauses.flatMap((clause, index) =>
      index % 2 === 0 ? [p(clause)] : [p(`{#has${index}}`), p(clause), p(`{/has${index}}`)],
    ),
    p(`${signed} {date}`),
    p('{landlord}'),
    p('{tenant}'),
  ].reduce<{ body: string }>((parts, xml) => ({ body: parts.body + xml }), { body: '' }),
  data: (random) => ({
    landlord: name(random),
    tenant: name(random),
    rent: amount(random),
    deposit: amount(random),
    date: date(random, locale),
    email: `${pick(random, last).toLowerCase()}@example.org`,
    ...Object.fromEntries(clauses.flatMap((_, index) => (index % 2 === 0 ? [] : [[`has${index}`, random() < 0.6]]))),
  }),
})

export const families: readonly Family[] = [
  invoice('en', [
    'Invoice',
    'Date',
    'Dear',
    'Description',
    'Quantity',
    'Price',
    'Total',
    'Please note that interest is charged on late payments.',
    'Yours sincerely',
  ]),
  invoice('de', [
    'Rechnung',
    'Datum',
    'Guten Tag',
    'Bezeichnung',
    'Menge',
    'Preis',
    'Summe',
    'Bitte beachten Sie unsere neuen Öffnungszeiten im Sommer.',
    'Mit freundlichen Grüßen',
  ]),
  invoice('fr', [
    'Facture',
    'Date',
    'Bonjour',
    'Désignation',
    'Quantité',
    'Prix',
    'Total',
    'Veuillez noter notre changement d’adresse à partir de janvier.',
    'Cordialement',
  ]),
  letter('en', [
    'Dear',
    'we confirm that we have received your order',
    'on',
    'A copy of our terms and conditions is enclosed.',
    'Kind regards',
  ]),
  letter('de', [
    'Guten Tag',
    'hiermit bestätigen wir den Eingang Ihrer Bestellung',
    'vom',
    'Eine Kopie unserer Geschäftsbedingungen liegt bei.',
    'Mit freundlichen Grüßen',
  ]),
  letter('fr', [
    'Bonjour',
    'nous confirmons la réception de votre commande',
    'du',
    'Vous trouverez ci-joint une copie de nos conditions générales.',
    'Cordialement',
  ]),
  contract('en', [
    'Lease agreement',
    'This agreement is made between',
    'and',
    [
      'The monthly rent is {rent} and is due in advance.',
      'Pets may be kept with the written consent of the landlord.',
      'The deposit is {deposit}, to be paid at the latest on signing.',
      'The tenant may sublet single rooms for up to three months.',
      'Notices are to be sent to {email} alone.',
    ],
    'Signed on',
  ]),
  contract('de', [
    'Mietvertrag',
    'Dieser Vertrag wird geschlossen zwischen',
    'und',
    [
      'Die monatliche Miete beträgt {rent} und ist im Voraus fällig.',
      'Haustiere dürfen nur mit Zustimmung des Vermieters gehalten werden.',
      'Die Kaution beträgt {deposit} und ist bei Unterschrift zu zahlen.',
      'Der Mieter darf einzelne Zimmer bis zu drei Monate untervermieten.',
      'Mitteilungen gehen ausschließlich an {email}.',
    ],
    'Unterschrieben am',
  ]),
  contract('fr', [
    'Contrat de bail',
    'Le présent contrat est conclu entre',
    'et',
    [
      'Le loyer mensuel est de {rent}, payable d’avance.',
      'Les animaux sont admis avec l’accord écrit du bailleur.',
      'Le dépôt de garantie est de {deposit}, payable à la signature.',
      'Le locataire peut sous-louer une pièce pendant trois mois.',
      'Les avis sont envoyés uniquement à {email}.',
    ],
    'Signé le',
  ]),
]

const [mark, endMark] = ['⟦', '⟧']
const marked = (value: unknown): unknown =>
  typeof value === 'string'
    ? `${mark}${value}${endMark}`
    : Array.isArray(value)
      ? value.map(marked)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, marked(inner)]))
        : value

/** Where the values stand in a document that was filled with marked ones: `paragraph:start-end` in the unmarked text. */
const spansOf = async (template: Uint8Array, data: JsonObject): Promise<Set<string>> => {
  const filled = await fill(template, marked(data) as JsonObject)
  const spans = new Set<string>()
  const { parts } = readWordSample(vettedForTest(filled, 'docx'))
  for (const [number, leaf] of parts.flatMap(({ group }) => leavesOf(group)).entries()) {
    let length = 0
    let start = 0
    for (const character of leaf.slots.join('')) {
      if (character === mark) start = length
      else if (character === endMark) {
        if (length > start) spans.add(`${number}:${start}-${length}`)
      } else length += character.length
    }
  }
  return spans
}

/** How exactly so many filled documents become the template again, in families of papers. */
export function filledSamples(counts: readonly number[]): void {
  describe('a template from filled documents', () => {
    for (const count of counts) {
      it(`fills again to each of ${count} samples, with the placeholders where the fields were`, async ({
        annotate,
      }) => {
        let [found, predicted, wanted] = [0, 0, 0]
        for (const [index, family] of families.entries()) {
          const random = seeded(1000 * count + index)
          const template = docx(family.template)
          const data = Array.from({ length: count }, () => family.data(random))
          const samples = await Promise.all(data.map(async (one) => await fill(template, one)))
          const induced = await induce(samples)
          expect([family.title, induced.samples.map(({ exact }) => exact)]).toEqual([
            family.title,
            samples.map(() => true),
          ])
          for (const [number, sample] of induced.samples.entries()) {
            const again = await fill(induced.template.bytes, sample.data)
            expect(textOf(again)).toBe(textOf(samples[number]!))
            const gold = await spansOf(template, data[number]!)
            const ours = await spansOf(induced.template.bytes, sample.data)
            found += [...ours].filter((span) => gold.has(span)).length
            predicted += ours.size
            wanted += gold.size
          }
        }
        const f1 = (2 * found) / (predicted + wanted)
        await annotate(
          `N=${count}: precision ${(found / predicted).toFixed(3)}, recall ${(found / wanted).toFixed(3)}, F1 ${f1.toFixed(3)}`,
        )
        expect(f1).toBeGreaterThan(0.93)
      })
    }
  })
}
