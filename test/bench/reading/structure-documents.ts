import { docxOf, escapeXml } from '../../../packages/reading-office/src/docx/docx-fixture.ts'
import { sentences } from './language-sentences.ts'

/** A document of known structure, set as offices set theirs. */
export interface StructuredDocument {
  readonly name: string
  readonly docx: Uint8Array
  readonly headings: readonly string[]
  /** With their markers, as they are read. */
  readonly items: readonly string[]
  /** What may be taken for a heading or an item, or not. */
  readonly open: readonly string[]
}

interface Look {
  readonly bold?: boolean
  readonly italic?: boolean
  /** Half points. */
  readonly size?: number
  readonly color?: string
  readonly font?: string
  readonly capitals?: boolean
  readonly center?: boolean
  readonly before?: number
  readonly after?: number
  readonly left?: number
  readonly hanging?: number
  readonly justified?: boolean
}

/** How headings of each level look. */
type HeadingDesign = readonly Look[]

const designs: Readonly<Record<string, HeadingDesign>> = {
  sizes: [
    { size: 36, before: 360, after: 120 },
    { size: 28, before: 240, after: 80 },
    { size: 25, before: 200, after: 60 },
  ],
  colored: [
    { size: 32, color: '2F5496', before: 240, font: 'Liberation Sans' },
    { size: 26, color: '2F5496', before: 160, font: 'Liberation Sans' },
    { size: 22, color: '1F3763', before: 160, font: 'Liberation Sans' },
  ],
  bold: [
    { size: 28, bold: true, before: 240, after: 60 },
    { size: 22, bold: true, before: 200, after: 60 },
    { size: 22, bold: true, italic: true, before: 160 },
  ],
  'bold-only': [
    { bold: true, before: 200, after: 100 },
    { bold: true, before: 120, after: 60 },
    { bold: true, italic: true, before: 120 },
  ],
  'bold-tight': [
    { bold: true, before: 160 },
    { bold: true, before: 120 },
    { italic: true, before: 120 },
  ],
  capitals: [
    { capitals: true, before: 280, after: 140 },
    { bold: true, before: 160, after: 60 },
    { italic: true, before: 160, after: 60 },
  ],
  centered: [
    { bold: true, center: true, size: 26, before: 280, after: 140 },
    { bold: true, center: true, before: 200, after: 100 },
    { italic: true, center: true, before: 160, after: 80 },
  ],
  plain: [
    { size: 28, before: 300, after: 200 },
    { before: 240, after: 160 },
    { before: 200, after: 120 },
  ],
}

type Numbering = 'none' | 'decimal' | 'articles' | 'roman' | 'sections'

/** Each with its own words in each language: the titles of what offices write. */
const titles: Readonly<Record<string, readonly string[]>> = {
  en: [
    'Scope of Services',
    'Term and Termination',
    'Fees',
    'Confidential Information',
    'Governing Law',
    'Overview of the results of the survey',
    'Next steps',
    'Who we are',
    'Introduction',
    'Data Protection and Security',
    'Liability',
    'How to apply?',
  ],
  de: [
    'Gegenstand des Vertrags',
    'Vergütung',
    'Kündigung',
    'Schlussbestimmungen',
    'Einleitung',
    'Haftung und Gewährleistung',
    'Datenschutz',
    'Ergebnisse der Untersuchung',
    'Zusammenfassung',
    'Ansprechpartner',
  ],
  fr: [
    'Objet du contrat',
    'Durée et résiliation',
    'Prix',
    'Obligations du prestataire',
    'Introduction',
    'Conclusion',
    'Protection des données',
    'Droit applicable',
    'Méthode',
  ],
  ru: [
    'Предмет договора',
    'Срок действия',
    'Цена и порядок расчётов',
    'Ответственность сторон',
    'Введение',
    'Заключение',
    'Общие положения',
  ],
}

const bullets = ['•', '–', '▪', 'o', '➢', '-', '*']
const counters: readonly ((at: number) => string)[] = [
  (at) => `${at}.`,
  (at) => `${at})`,
  (at) => `(${at})`,
  (at) => `${letterOf(at)})`,
  (at) => `(${letterOf(at)})`,
  (at) => `${letterOf(at)}.`,
  (at) => `${roman(at).toLowerCase()}.`,
]

const letterOf = (at: number): string => String.fromCharCode(96 + at)
const romans = ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII']
const roman = (at: number): string => romans[at] ?? 'I'

class Page {
  readonly headings: string[] = []
  readonly items: string[] = []
  readonly open: string[] = []
  readonly body: string[] = []
  private state: number

  constructor(seed: number) {
    this.state = (seed * 2_654_435_761 + 99) >>> 0
    for (let at = 0; at < 4; at++) this.next(7)
  }

  next(below: number): number {
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0
    return (this.state >>> 8) % below
  }

  pick<T>(from: readonly T[]): T {
    const found = from[this.next(from.length)]
    if (found === undefined) throw new Error('nothing to pick from')
    return found
  }

  prose(language: string, count: number): string {
    return Array.from({ length: count }, () => this.pick(sentences[language] ?? [''])).join(' ')
  }

  add(text: string, look: Look = {}): void {
    this.body.push(paragraphXml(text, look))
  }
}

/** Every design of headings with every way to number them, in several languages; the same for the same seed. */
export function structureDocuments(seed = 0): StructuredDocument[] {
  const numberings: readonly Numbering[] = ['none', 'decimal', 'articles', 'roman', 'sections']
  return Object.entries(designs).flatMap(([design, looks], at) =>
    numberings.map((numbering, by) => {
      const page = new Page(seed * 1000 + at * 17 + by * 5 + 1)
      const language = page.pick(Object.keys(titles))
      const columns = page.next(3) === 0 ? 2 : 1
      write(page, looks, numbering, language)
      const name = `${design}-${numbering}-${language}-${columns}`
      return { name, docx: printed(page, columns), headings: page.headings, items: page.items, open: page.open }
    }),
  )
}

function write(page: Page, looks: HeadingDesign, numbering: Numbering, language: string): void {
  const justified = page.next(2) === 0
  const after = page.pick([0, 80, 120, 200])
  const text = { justified, after }
  const numbers = [0, 0, 0]
  const heading = (level: number): void => {
    numbers[level] = (numbers[level] ?? 0) + 1
    numbers.fill(0, level + 1)
    const title = page.pick(titles[language] ?? [''])
    const whole = `${numberOf(numbering, numbers, level)}${title}`
    const look = looks[level] ?? {}
    page.headings.push(look.capitals === true ? whole.toUpperCase() : whole)
    page.add(look.capitals === true ? whole.toUpperCase() : whole, look)
  }
  page.add(page.prose(language, 3), text)
  for (let part = 0; part < 5; part++) {
    heading(0)
    page.add(page.prose(language, 2 + page.next(4)), text)
    for (let sub = page.next(3); sub > 0; sub--) {
      heading(1)
      for (let at = 1 + page.next(3); at > 0; at--) page.add(page.prose(language, 2 + page.next(4)), text)
      if (page.next(3) === 0) {
        heading(2)
        page.add(page.prose(language, 2 + page.next(3)), text)
      }
    }
    const kind = page.next(6)
    if (kind < 2) list(page, language, after)
    else if (kind === 2) nestedList(page, language)
    else if (kind === 3) traps(page, language, text)
    else if (kind === 4) clauses(page, language, part + 1, text)
  }
}

function numberOf(numbering: Numbering, numbers: readonly number[], level: number): string {
  if (numbering === 'decimal') return `${numbers.slice(0, level + 1).join('.')}${level === 0 ? '.' : ''} `
  if (level > 0 || numbering === 'none') return ''
  const [first = 1] = numbers
  return numbering === 'articles' ? `Article ${first} ` : numbering === 'roman' ? `${roman(first)}. ` : `§ ${first} `
}

function list(page: Page, language: string, after: number): void {
  const isCounted = page.next(2) === 0
  const [bullet, counter] = [page.pick(bullets), page.pick(counters)]
  const isShort = page.next(2) === 0
  const left = page.pick([360, 720])
  for (let at = 1; at <= 3 + page.next(4); at++) {
    const whole = page.prose(language, 1 + page.next(2))
    const text = isShort
      ? whole
          .split(' ')
          .slice(0, 4 + page.next(5))
          .join(' ')
      : whole
    item(page, isCounted ? counter(at) : bullet, text, { left, hanging: 360, after: Math.min(after, 80) })
  }
}

function nestedList(page: Page, language: string): void {
  const [inner, outer] = [page.pick(bullets), page.pick(counters)]
  for (let at = 1; at <= 3; at++) {
    item(page, outer(at), page.prose(language, 1), { left: 500, hanging: 500 })
    for (let sub = page.next(3); sub > 0; sub--) item(page, inner, page.prose(language, 1), { left: 900, hanging: 400 })
  }
}

function item(page: Page, marker: string, text: string, look: Look): void {
  page.items.push(`${marker} ${text}`)
  page.add(`${marker}\t${text}`, look)
}

/** Numbered paragraphs of contracts, which may be taken for items. */
function clauses(page: Page, language: string, part: number, look: Look): void {
  for (let at = 1; at <= 3; at++) {
    const text = `${part}.${at} ${page.prose(language, 2 + page.next(2))}`
    page.open.push(text)
    page.add(text, look)
  }
}

/** What begins as a heading or an item does, and is none. */
function traps(page: Page, language: string, look: Look): void {
  const filler = page.prose(language, 2).split(' ')
  const words = Array.from({ length: 40 }, (_, at) =>
    at % 3 === 0 ? `${1 + page.next(28)}. ${page.pick(['March', 'May', 'Juni', 'avril'])} 2026` : (filler[at] ?? 'and'),
  )
  page.add(words.join(' '), look)
  page.add(page.prose(language, 1), { ...look, italic: true })
  page.add('Anna Muster', { after: 0 })
  page.add('Ring 12', { after: 0 })
  page.add('8001 Zürich', { after: 200 })
  page.add(`Name: ${page.pick(['Berger', 'Hugo Klein'])}`, { ...look, bold: true })
  page.add(page.prose(language, 4), { ...look, bold: true })
}

const runXml = (text: string, { bold = false, italic = false, size = 22, color, font }: Look): string =>
  `<w:r><w:rPr>${font === undefined ? '' : `<w:rFonts w:ascii="${font}" w:hAnsi="${font}"/>`}${bold ? '<w:b/>' : ''}${italic ? '<w:i/>' : ''}${color === undefined ? '' : `<w:color w:val="${color}"/>`}<w:sz w:val="${size}"/></w:rPr>${text
    .split('\t')
    .map((part) => `<w:t xml:space="preserve">${escapeXml(part)}</w:t>`)
    .join('<w:tab/>')}</w:r>`

function paragraphXml(text: string, look: Look): string {
  const { before = 0, after = 0, left, hanging, center = false, justified = false } = look
  const indent = left === undefined ? '' : `<w:ind w:left="${left}" w:hanging="${hanging ?? 0}"/>`
  const aligned = center ? '<w:jc w:val="center"/>' : justified ? '<w:jc w:val="both"/>' : ''
  return `<w:p><w:pPr><w:spacing w:before="${before}" w:after="${after}"/>${indent}${aligned}</w:pPr>${runXml(text, look)}</w:p>`
}

const printed = (page: Page, columns: number): Uint8Array =>
  docxOf({
    body: `${page.body.join('')}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1200" w:right="1100" w:bottom="1200" w:left="1100" w:header="600" w:footer="600"/><w:cols w:num="${columns}" w:space="500"/></w:sectPr>`,
    parts: {
      styles:
        '<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Liberation Serif" w:hAnsi="Liberation Serif"/><w:sz w:val="22"/></w:rPr></w:rPrDefault></w:docDefaults>' +
        '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>',
    },
  })
