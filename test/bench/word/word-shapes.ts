import { docxPackage } from '../docx-package.ts'

/**
 * Packages as Word itself writes them: revision ids that differ from run to run, ids of paragraphs, marks of the spelling
 * check amid sentences, bookmarks, 300 styles with their latent ones, a theme, settings with all revision ids, numbering.
 */

/** Numbers that look random and are the same each time; from 0 up to `below`. */
export type Random = (below: number) => number

export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const hex = (random: Random, digits: number): string =>
  Array.from({ length: digits }, () => random(16).toString(16).toUpperCase()).join('')
/** Every editing session has one; a document of years has dozens. */
const sessions = Array.from({ length: 60 }, (_, index) => `00${hex(randomFrom(index + 1), 6)}`)
const session = (random: Random): string => sessions[random(sessions.length)] ?? '00000000'

const formats = [
  '',
  '<w:rPr><w:lang w:val="en-GB"/></w:rPr>',
  '<w:rPr><w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:cs="Arial"/><w:sz w:val="20"/><w:szCs w:val="20"/></w:rPr>',
  '<w:rPr><w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:cs="Arial"/><w:b/><w:bCs/><w:sz w:val="20"/><w:szCs w:val="20"/></w:rPr>',
  '<w:rPr><w:rFonts w:cstheme="minorHAnsi"/><w:color w:val="000000" w:themeColor="text1"/></w:rPr>',
]

const run = (text: string, random: Random, format: string): string => {
  const own = random(3) === 0 ? ` w:rsidRPr="${session(random)}"` : ` w:rsidR="${session(random)}"`
  return `<w:r${own}>${format}<w:t${/^\s|\s$/.test(text) ? ' xml:space="preserve"' : ''}>${text}</w:t></w:r>`
}

/** A sentence as it was written over the years: in runs that begin anywhere, every third tag in three of them. */
function runsOf(text: string, random: Random): string {
  const format = formats[random(formats.length)] ?? ''
  const pieces: string[] = []
  for (const piece of text.split(/(\{[^{}]*\})/).filter((each) => each !== '')) {
    if (piece.startsWith('{') && random(3) !== 0) pieces.push(piece)
    else if (piece.startsWith('{')) pieces.push('{', piece.slice(1, -1), '}')
    else {
      for (let at = 0; at < piece.length;) {
        const end = Math.min(piece.length, at + 12 + random(70))
        pieces.push(piece.slice(at, end))
        at = end
      }
    }
  }
  return pieces
    .map((piece) => {
      const mark = random(8) === 0
      return `${mark ? '<w:proofErr w:type="spellStart"/>' : ''}${run(piece, random, format)}${mark ? '<w:proofErr w:type="spellEnd"/>' : ''}`
    })
    .join('')
}

/** A paragraph in one of the styles. */
export function paragraphOf(text: string, random: Random): string {
  const attributes = `w14:paraId="${hex(random, 8)}" w14:textId="77777777" w:rsidR="${session(random)}" w:rsidRPr="${session(random)}" w:rsidRDefault="${session(random)}" w:rsidP="${session(random)}"`
  const number = random(4) === 0 ? '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>' : ''
  const id = random(10_000)
  const bookmark =
    random(6) === 0 ? `<w:bookmarkStart w:id="${id}" w:name="_Ref${id}"/><w:bookmarkEnd w:id="${id}"/>` : ''
  return `<w:p ${attributes}><w:pPr><w:pStyle w:val="Style${random(300)}"/>${number}<w:spacing w:after="120" w:line="276" w:lineRule="auto"/><w:jc w:val="both"/></w:pPr>${bookmark}${runsOf(text, random)}</w:p>`
}

/** A table with borders, in which each row is what `rows` has. */
export const tableOf = (columns: number, rows: string): string =>
  `<w:tbl><w:tblPr><w:tblStyle w:val="Style7"/><w:tblW w:w="0" w:type="auto"/><w:tblLook w:val="04A0" w:firstRow="1" w:lastRow="0" w:firstColumn="1" w:lastColumn="0" w:noHBand="0" w:noVBand="1"/></w:tblPr><w:tblGrid>${'<w:gridCol w:w="1500"/>'.repeat(columns)}</w:tblGrid>${rows}</w:tbl>`

export const rowOf = (cells: readonly string[], random: Random): string =>
  `<w:tr w:rsidR="${session(random)}" w:rsidTr="${session(random)}"><w:trPr><w:cantSplit/></w:trPr>${cells
    .map(
      (cell) =>
        `<w:tc><w:tcPr><w:tcW w:w="1500" w:type="dxa"/><w:tcBorders><w:top w:val="single" w:sz="4" w:space="0" w:color="auto"/><w:bottom w:val="single" w:sz="4" w:space="0" w:color="auto"/></w:tcBorders></w:tcPr>${paragraphOf(cell, random)}</w:tc>`,
    )
    .join('')}</w:tr>`

const namespaces = [
  ['wpc', 'http://schemas.microsoft.com/office/word/2010/wordprocessingCanvas'],
  ['cx', 'http://schemas.microsoft.com/office/drawing/2014/chartex'],
  ['mc', 'http://schemas.openxmlformats.org/markup-compatibility/2006'],
  ['o', 'urn:schemas-microsoft-com:office:office'],
  ['r', 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'],
  ['m', 'http://schemas.openxmlformats.org/officeDocument/2006/math'],
  ['v', 'urn:schemas-microsoft-com:vml'],
  ['wp', 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing'],
  ['w10', 'urn:schemas-microsoft-com:office:word'],
  ['w', 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'],
  ['w14', 'http://schemas.microsoft.com/office/word/2010/wordml'],
  ['w15', 'http://schemas.microsoft.com/office/word/2012/wordml'],
  ['w16se', 'http://schemas.microsoft.com/office/word/2015/wordml/symex'],
  ['wpg', 'http://schemas.microsoft.com/office/word/2010/wordprocessingGroup'],
  ['wps', 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape'],
]
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ')
const root = `${namespaces} mc:Ignorable="w14 w15 w16se"`
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

function styles(): string {
  const latent = Array.from(
    { length: 376 },
    (_, index) =>
      `<w:lsdException w:name="Latent style ${index}" w:semiHidden="1" w:uiPriority="${index % 99}" w:unhideWhenUsed="1" w:qFormat="1"/>`,
  ).join('')
  const own = Array.from({ length: 300 }, (_, index) => {
    const random = randomFrom(index + 500)
    const kind = ['paragraph', 'paragraph', 'character', 'table'][index % 4] ?? 'paragraph'
    const spacing = `<w:pPr><w:keepNext/><w:spacing w:before="${random(240)}" w:after="${random(240)}" w:line="${240 + random(60)}" w:lineRule="auto"/><w:ind w:left="${random(720)}" w:hanging="${random(360)}"/><w:outlineLvl w:val="${random(9)}"/></w:pPr>`
    return `<w:style w:type="${kind}" w:customStyle="1" w:styleId="Style${index}"><w:name w:val="Firm style ${index}"/>${kind === 'paragraph' ? '<w:basedOn w:val="Normal"/><w:next w:val="Normal"/>' : ''}<w:uiPriority w:val="${random(99)}"/><w:qFormat/><w:rsid w:val="${session(random)}"/>${kind === 'character' ? '' : spacing}<w:rPr><w:rFonts w:asciiTheme="majorHAnsi" w:eastAsiaTheme="majorEastAsia" w:hAnsiTheme="majorHAnsi" w:cstheme="majorBidi"/><w:color w:val="${hex(random, 6)}" w:themeColor="accent1" w:themeShade="BF"/><w:sz w:val="${16 + random(20)}"/><w:szCs w:val="${16 + random(20)}"/></w:rPr></w:style>`
  }).join('')
  return `<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:asciiTheme="minorHAnsi" w:hAnsiTheme="minorHAnsi"/><w:sz w:val="22"/><w:lang w:val="en-GB" w:eastAsia="en-US" w:bidi="ar-SA"/></w:rPr></w:rPrDefault><w:pPrDefault/></w:docDefaults><w:latentStyles w:defLockedState="0" w:defUIPriority="99" w:defSemiHidden="0" w:defUnhideWhenUsed="0" w:defQFormat="0" w:count="376">${latent}</w:latentStyles><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>${own}`
}

const theme = `<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="Office Theme"><a:themeElements><a:clrScheme name="Office">${['dk1', 'lt1', 'dk2', 'lt2', 'accent1', 'accent2', 'accent3', 'accent4', 'accent5', 'accent6', 'hlink', 'folHlink'].map((name, index) => `<a:${name}><a:srgbClr val="${hex(randomFrom(index), 6)}"/></a:${name}>`).join('')}</a:clrScheme><a:fontScheme name="Office">${['majorFont', 'minorFont'].map((name) => `<a:${name}><a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface=""/>${Array.from({ length: 30 }, (_, index) => `<a:font script="S${index}" typeface="Font ${index}"/>`).join('')}</a:${name}>`).join('')}</a:fontScheme></a:themeElements></a:theme>`
const numbering = Array.from(
  { length: 20 },
  (_, id) =>
    `<w:abstractNum w:abstractNumId="${id}" w15:restartNumberingAfterBreak="0"><w:nsid w:val="${hex(randomFrom(id + 90), 8)}"/><w:multiLevelType w:val="multilevel"/>${Array.from({ length: 9 }, (__, level) => `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%${level + 1}."/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="${720 * (level + 1)}" w:hanging="360"/></w:pPr></w:lvl>`).join('')}</w:abstractNum>`,
).join('')

/** The parts around a body, a header and a footer. */
export function wordPackage(body: string, header: string, footer: string): Uint8Array {
  const parts: Readonly<Record<string, readonly [element: string, content: string, kind: string]>> = {
    document: [
      'document',
      `<w:body>${body}<w:sectPr w:rsidR="${sessions[0]}"><w:headerReference w:type="default" r:id="rId7"/><w:footerReference w:type="default" r:id="rId8"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr></w:body>`,
      'document.main',
    ],
    styles: ['styles', styles(), 'styles'],
    settings: [
      'settings',
      `<w:zoom w:percent="100"/><w:defaultTabStop w:val="720"/><w:rsids><w:rsidRoot w:val="${sessions[0]}"/>${sessions.map((each) => `<w:rsid w:val="${each}"/>`).join('')}</w:rsids>`,
      'settings',
    ],
    numbering: [
      'numbering',
      `${numbering}${Array.from({ length: 20 }, (_, id) => `<w:num w:numId="${id + 1}"><w:abstractNumId w:val="${id}"/></w:num>`).join('')}`,
      'numbering',
    ],
    fontTable: [
      'fonts',
      Array.from(
        { length: 12 },
        (_, index) =>
          `<w:font w:name="Font ${index}"><w:panose1 w:val="020F0502020204030204"/><w:charset w:val="00"/><w:family w:val="swiss"/><w:pitch w:val="variable"/></w:font>`,
      ).join(''),
      'fontTable',
    ],
    webSettings: ['webSettings', '<w:optimizeForBrowser/><w:allowPNG/>', 'webSettings'],
    header1: ['hdr', header, 'header'],
    footer1: ['ftr', footer, 'footer'],
  }
  const relations = ['styles', 'settings', 'numbering', 'fontTable', 'webSettings', 'theme', 'header', 'footer']
  const targetOf = (kind: string): string =>
    kind === 'theme' ? 'theme/theme1.xml' : `${kind}${kind === 'header' || kind === 'footer' ? '1' : ''}.xml`
  return docxPackage({
    '[Content_Types].xml': `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${Object.entries(
      parts,
    )
      .map(([name, [, , kind]]) => `<Override PartName="/word/${name}.xml" ContentType="${word}.${kind}+xml"/>`)
      .join(
        '',
      )}<Override PartName="/word/theme/theme1.xml" ContentType="application/vnd.openxmlformats-officedocument.theme+xml"/></Types>`,
    '_rels/.rels': `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations
      .map((kind, index) => `<Relationship Id="rId${index + 1}" Type="${office}/${kind}" Target="${targetOf(kind)}"/>`)
      .join('')}</Relationships>`,
    ...Object.fromEntries(
      Object.entries(parts).map(([name, [element, content]]) => [
        `word/${name}.xml`,
        `${declaration}<w:${element} ${root}>${content}</w:${element}>`,
      ]),
    ),
    'word/theme/theme1.xml': declaration + theme,
  })
}
