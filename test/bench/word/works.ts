import { docxPackage } from '../docx-package.ts'
import * as shapes from './word-shapes.ts'

/**
 * The documents of the benchmark, described once and written in the syntax of each engine: a letter, a contract of some
 * 65 pages, and the letter with pictures; then three in the shapes that Word gives documents: an agreement of 3 pages with
 * 300 styles, an invoice of 200 rows, and 200 rows with a picture that each of them brings. Fixed seeds: the same bytes each
 * time.
 */
export const workNames = ['letter', 'contract', 'media', 'agreement', 'invoice', 'gallery'] as const
export type WorkName = (typeof workNames)[number]

export const engineNames = [
  'chancery, in pieces',
  'chancery, in one buffer',
  'chancery, compiled each time',
  'docxtemplater',
  'carbone',
  'docx-templates',
  'easy-template-x',
] as const
export type EngineName = (typeof engineNames)[number]

/** Carbone's community edition draws no pictures. */
export const canFill = (engine: EngineName, work: WorkName): boolean => engine !== 'carbone' || work !== 'gallery'

export type Syntax = 'mustache' | 'easy' | 'carbone' | 'commands'
const syntaxes: Partial<Record<EngineName, Syntax>> = {
  carbone: 'carbone',
  'docx-templates': 'commands',
  'easy-template-x': 'easy',
}
export const syntaxOf = (engine: EngineName): Syntax => syntaxes[engine] ?? 'mustache'

export interface Work {
  readonly template: Uint8Array
  readonly data: Record<string, unknown>
}

/** Loops around what they repeat; `path` names are unique, so that every engine finds its own. */
interface Writer {
  value(path: string): string
  /** Paragraphs that are repeated; `first` is a field of the item. */
  loop(list: string, item: string, parent: string, first: string, paragraphs: (item: string) => string): string
  row(list: string, item: string, cells: (item: string) => readonly string[]): string
  condition(path: string, paragraphs: string): string
  picture(path: string): string
}

/** How the text of a document becomes XML. */
interface Shape {
  paragraph(text: string): string
  rowOf(cells: readonly string[]): string
}

let tags = 0
/** Every fourth tag stands in three runs, as Word splits them. */
function runs(text: string): string {
  return text
    .split(/(\{[^{}]*\})/)
    .filter((piece) => piece !== '')
    .flatMap((piece) => {
      if (!piece.startsWith('{') || ++tags % 4 !== 0) return [piece]
      const cut = Math.floor(piece.length / 3)
      return [piece.slice(0, cut), piece.slice(cut, 2 * cut), piece.slice(2 * cut)]
    })
    .map(
      (piece) =>
        `<w:r w:rsidR="00C415A3"><w:rPr><w:sz w:val="22"/></w:rPr><w:t xml:space="preserve">${piece}</w:t></w:r>`,
    )
    .join('')
}
const paragraph = (text: string): string =>
  `<w:p w:rsidR="00A77427" w:rsidRDefault="00A77427"><w:pPr><w:spacing w:after="120"/></w:pPr>${runs(text)}</w:p>`
const rowOf = (cells: readonly string[]): string =>
  `<w:tr>${cells.map((cell) => `<w:tc><w:tcPr><w:tcW w:w="1500" w:type="dxa"/></w:tcPr>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`

const writersIn = ({ paragraph, rowOf }: Shape): Readonly<Record<Syntax, Writer>> => {
  const mustache: Writer = {
    value: (path) => `{${path.replace(/^\w+\[\]\./, '')}}`,
    loop: (list, item, _, __, paragraphs) =>
      paragraph(`{#${list}}`) + paragraphs(`${item}[]`) + paragraph(`{/${list}}`),
    row(list, item, cells) {
      const texts = [...cells(`${item}[]`)]
      texts[0] = `{#${list}}${texts[0] ?? ''}`
      texts.push(`${texts.pop() ?? ''}{/${list}}`)
      return rowOf(texts)
    },
    condition: (path, paragraphs) => paragraph(`{#${path}}`) + paragraphs + paragraph(`{/${path}}`),
    picture: (path) => `{%${path.replace(/^\w+\[\]\./, '')}}`,
  }
  const carbone: Writer = {
    value: (path) => `{d.${path}}`,
    loop: (list, _, parent, first, paragraphs) => {
      const base = parent === '' ? list : `${parent}.${list}`
      return paragraphs(`${base}[i]`) + paragraph(`{d.${base}[i+1].${first}}`)
    },
    row: (list, _, cells) => rowOf(cells(`${list}[i]`)) + rowOf(cells(`${list}[i+1]`)),
    condition: (path, paragraphs) =>
      paragraphs
        .replace('<w:t xml:space="preserve">', `<w:t xml:space="preserve">{d.${path}:ifEQ(true):showBegin}`)
        .replace(/<\/w:t>(?![\s\S]*<\/w:t>)/, `{d.${path}:showEnd}</w:t>`),
    picture: () => '',
  }
  const commands: Writer = {
    value: (path) => `{=${path}}`,
    loop: (list, item, parent, _, paragraphs) =>
      paragraph(`{FOR ${item} IN ${parent === '' ? list : `${parent}.${list}`}}`) +
      paragraphs(`$${item}`) +
      paragraph(`{END-FOR ${item}}`),
    row: (list, item, cells) =>
      rowOf([`{FOR ${item} IN ${list}}`]) + rowOf(cells(`$${item}`)) + rowOf([`{END-FOR ${item}}`]),
    condition: (path, paragraphs) => paragraph(`{IF ${path}}`) + paragraphs + paragraph('{END-IF}'),
    picture: (path) => `{IMAGE ${path}}`,
  }
  return { mustache, easy: { ...mustache, picture: mustache.value }, carbone, commands }
}

const words =
  'the parties agree that each of them shall keep what it learns of the other to itself for five years'.split(' ')
const prose = (seed: number, length: number): string =>
  Array.from({ length }, (_, index) => words[(seed * 7 + index * 3) % words.length]).join(' ')

export function makeWork(name: WorkName, syntax: Syntax): Work {
  tags = 0
  if (name === 'agreement' || name === 'invoice' || name === 'gallery') return shapedWork(name, syntax)
  const writer = writersIn({ paragraph, rowOf })[syntax]
  return name === 'contract' ? contract(writer) : letter(writer, name === 'media')
}

function shapedWork(name: 'agreement' | 'invoice' | 'gallery', syntax: Syntax): Work {
  const random = shapes.randomFrom(workNames.indexOf(name))
  const shape: Shape = {
    paragraph: (text) => shapes.paragraphOf(text, random),
    rowOf: (cells) => shapes.rowOf(cells, random),
  }
  const writer = writersIn(shape)[syntax]
  return name === 'agreement' ? agreement(writer, shape) : rows(writer, shape, name === 'gallery')
}

/** Three pages, 120 paragraphs, 40 tags, and a table to sign in. */
function agreement({ value }: Writer, { paragraph, rowOf }: Shape): Work {
  const fields = Array.from({ length: 36 }, (_, index) => `party${index + 1}`)
  const body = Array.from({ length: 120 }, (_, index) => {
    const field = index % 3 === 0 ? fields[index / 3] : undefined
    return paragraph(`${prose(index, 9)}${field === undefined ? '' : ` ${value(field)}`} ${prose(index + 5, 8)}.`)
  })
  const signatures = shapes.tableOf(
    2,
    rowOf(['For the one', 'For the other']) + rowOf([value('signer'), value('cosigner')]),
  )
  return {
    template: shapes.wordPackage(
      body.join('') + signatures,
      paragraph(`NDA ${value('number')}`),
      paragraph(value('firm')),
    ),
    data: Object.fromEntries(
      [...fields, 'number', 'firm', 'signer', 'cosigner'].map((field, index) => [field, `Party & Sons ${index}`]),
    ),
  }
}

/** A table of 200 rows: of six texts, or of two and a picture, of which there are 20 different ones. */
function rows({ value, row, picture }: Writer, { paragraph, rowOf }: Shape, withPictures: boolean): Work {
  const fields = withPictures ? ['no', 'what'] : ['no', 'what', 'many', 'unit', 'price', 'sum']
  const headings = withPictures ? [...fields, 'photo'] : fields
  const cells = (line: string): readonly string[] => [
    ...fields.map((field) => value(`${line}.${field}`)),
    ...(withPictures ? [`${picture(`${line}.photo`)}.`] : []),
  ]
  const table = shapes.tableOf(headings.length, rowOf(headings) + row('lines', 'line', cells))
  const photos = Array.from({ length: 20 }, (_, index) => photo(index + 1, 6000))
  return {
    template: shapes.wordPackage(
      paragraph(`To ${value('customer')}`) + table + paragraph(`Total ${value('total')}`),
      paragraph('Invoice'),
      paragraph(value('customer')),
    ),
    data: {
      customer: 'Meyer & Sons',
      total: '4,711.00',
      lines: Array.from({ length: 200 }, (_, index) => ({
        no: index + 1,
        what: prose(index, 4),
        many: index % 17,
        unit: 'pcs',
        price: `${index}.50`,
        sum: `${index * 3}.00`,
        ...(withPictures ? { photo: photos[index % photos.length] } : {}),
      })),
    },
  }
}

/** A JPEG of 300 by 200 points, as far as its headers go. */
function photo(seed: number, size: number): Uint8Array {
  const head = [0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 200, 1, 44, 1, 1, 0x11, 0, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]
  const bytes = noise(seed, size)
  bytes.set(head)
  bytes.set([0xff, 0xd9], size - 2)
  return bytes
}

function letter({ value }: Writer, withPictures: boolean): Work {
  const fields = Array.from({ length: 17 }, (_, index) => `field${index + 1}`)
  const body = fields.map((field, index) => paragraph(`${prose(index, 14)} ${value(field)} ${prose(index + 3, 9)}.`))
  const header = paragraph(`${value('company')} · ${value('city')}`)
  const footer = paragraph(`${value('company')} ${value('register')}`)
  const data = Object.fromEntries([
    ...fields.map((field, index) => [field, `value ${index + 1}`]),
    ['company', 'Meyer and Sons Ltd'],
    ['city', 'Düsseldorf'],
    ['register', 'HRB 4711'],
  ])
  return { template: packageOf(body.join(''), header, footer, withPictures ? 10 : 0), data }
}

function contract({ value, loop, row, condition }: Writer): Work {
  const fields = Array.from({ length: 190 }, (_, index) => `term${index + 1}`)
  const simple = fields.map((field, index) =>
    paragraph(`${index + 1}. ${prose(index, 40)} ${value(field)} ${prose(index, 12)}.`),
  )
  const articles = loop('articles', 'article', '', 'title', (article) =>
    paragraph(`${value(`${article}.title`)} ${prose(5, 60)} ${value(`${article}.text`)}`),
  )
  const nested = loop(
    'sections',
    'section',
    '',
    'name',
    (section) =>
      paragraph(`${value(`${section}.name`)}`) +
      loop(
        'clauses',
        'clause',
        section.replace('[]', ''),
        'heading',
        (clause) =>
          paragraph(`${value(`${clause}.heading`)}`) +
          loop('points', 'point', clause.replace('[]', ''), 'say', (point) => paragraph(`- ${value(`${point}.say`)}`)),
      ),
  )
  const table = `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid>${'<w:gridCol w:w="1500"/>'.repeat(6)}</w:tblGrid>${rowOf(
    ['No', 'What', 'Many', 'Unit', 'Price', 'Sum'],
  )}${row('rows', 'line', (line) => ['no', 'what', 'many', 'unit', 'price', 'sum'].map((field) => value(`${line}.${field}`)))}</w:tbl>`
  const last = condition('signed', paragraph(prose(9, 30)))
  const data = {
    ...Object.fromEntries(fields.map((field, index) => [field, `term ${index + 1} & more`])),
    articles: Array.from({ length: 60 }, (_, index) => ({ title: `Article ${index + 1}`, text: prose(index, 20) })),
    sections: Array.from({ length: 6 }, (_, a) => ({
      name: `Section ${a + 1}`,
      clauses: Array.from({ length: 5 }, (__, b) => ({
        heading: `Clause ${a + 1}.${b + 1}`,
        points: Array.from({ length: 4 }, (___, c) => ({ say: `point ${c + 1} of ${prose(a + b + c, 8)}` })),
      })),
    })),
    rows: Array.from({ length: 500 }, (_, index) => ({
      no: index + 1,
      what: prose(index, 4),
      many: index % 17,
      unit: 'pcs',
      price: `${index}.50`,
      sum: `${index * 3}.00`,
    })),
    signed: true,
  }
  return {
    template: packageOf(
      simple.join('') + articles + nested + table + last,
      paragraph('Contract'),
      paragraph('Page'),
      0,
    ),
    data,
  }
}

const namespaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

function packageOf(body: string, header: string, footer: string, pictures: number): Uint8Array {
  const numbers = Array.from({ length: pictures }, (_, index) => index + 1)
  const styles = Array.from(
    { length: 120 },
    (_, index) =>
      `<w:style w:type="paragraph" w:styleId="Style${index}"><w:name w:val="Style ${index}"/><w:basedOn w:val="Normal"/><w:uiPriority w:val="${index}"/><w:pPr><w:spacing w:before="${index}" w:after="${index}"/></w:pPr><w:rPr><w:sz w:val="${20 + (index % 9)}"/></w:rPr></w:style>`,
  ).join('')
  const files: Readonly<Record<string, string | Uint8Array>> = {
    '[Content_Types].xml': `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="jpeg" ContentType="image/jpeg"/><Override PartName="/word/document.xml" ContentType="${word}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${word}.styles+xml"/><Override PartName="/word/header1.xml" ContentType="${word}.header+xml"/><Override PartName="/word/footer1.xml" ContentType="${word}.footer+xml"/></Types>`,
    '_rels/.rels': `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/styles" Target="styles.xml"/><Relationship Id="rId2" Type="${office}/header" Target="header1.xml"/><Relationship Id="rId3" Type="${office}/footer" Target="footer1.xml"/>${numbers
      .map(
        (number) => `<Relationship Id="rId${number + 3}" Type="${office}/image" Target="media/image${number}.jpeg"/>`,
      )
      .join('')}</Relationships>`,
    'word/document.xml': `${declaration}<w:document ${namespaces}><w:body>${body}<w:sectPr><w:headerReference w:type="default" r:id="rId2"/><w:footerReference w:type="default" r:id="rId3"/><w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:body></w:document>`,
    'word/header1.xml': `${declaration}<w:hdr ${namespaces}>${header}</w:hdr>`,
    'word/footer1.xml': `${declaration}<w:ftr ${namespaces}>${footer}</w:ftr>`,
    'word/styles.xml': `${declaration}<w:styles ${namespaces}><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>${styles}</w:styles>`,
    ...Object.fromEntries(numbers.map((number) => [`word/media/image${number}.jpeg`, noise(number, 534_000)])),
  }
  return docxPackage(files)
}

/** What a photograph is to a packer: bytes without any order, behind the first marker of a JPEG. */
function noise(seed: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  let state = seed * 2_654_435_761
  for (let index = 0; index < size; index++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    bytes[index] = state >>> 24
  }
  bytes.set([0xff, 0xd8, 0xff, 0xe0])
  return bytes
}
