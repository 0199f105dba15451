import { docxOf, escapeXml } from '../../../packages/reading-office/src/docx/docx-fixture.ts'

const sentences: readonly (readonly string[])[] = [
  [
    'The tenant shall keep the premises in good repair and return them in the state in which they were handed over.',
    'Either party may end this agreement by giving three months’ notice in writing to the end of a calendar quarter.',
    'Payment is due within thirty days of the invoice; later payments bear interest at four per cent above the base rate.',
    'Our offer is based on the drawings of 12 March and includes delivery, assembly and the removal of the old parts.',
  ],
  [
    'Die Vertragsparteien vereinbaren, dass alle Unterlagen vertraulich zu behandeln sind und nicht weitergegeben werden.',
    'Der Mieter hat Schäden an der Mietsache unverzüglich schriftlich anzuzeigen, auch wenn er sie nicht zu vertreten hat.',
    'Das Honorar wird nach Zeitaufwand abgerechnet; Auslagen werden gegen Vorlage der Belege gesondert erstattet.',
    'Änderungen und Ergänzungen dieses Vertrags bedürfen zu ihrer Wirksamkeit der Schriftform.',
  ],
  [
    'Le prestataire remet au client un rapport écrit à la fin de chaque mois, accompagné des pièces justificatives.',
    'Le locataire est tenu d’entretenir les lieux loués et de les rendre dans l’état où il les a reçus.',
    'Toute modification du présent contrat doit faire l’objet d’un avenant signé par les deux parties.',
    'Le paiement intervient dans un délai de trente jours à compter de la réception de la facture.',
  ],
]

/** Runs as Word writes them: cut by spelling and editing sessions, each with its properties. */
function runs(text: string, seed: number): string {
  const properties =
    '<w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/><w:lang w:val="en-GB"/></w:rPr>'
  const cut = 20 + (seed % 40)
  let xml = ''
  for (let at = 0; at < text.length; at += cut) {
    xml += `<w:r w:rsidR="00AB12${(seed % 90) + 10}" w:rsidRPr="00CD3456">${properties}<w:t xml:space="preserve">${escapeXml(text.slice(at, at + cut))}</w:t></w:r>`
    if (at === 0) xml += '<w:proofErr w:type="spellStart"/><w:proofErr w:type="spellEnd"/>'
  }
  return xml
}

const paragraph = (text: string, seed: number, properties = ''): string =>
  `<w:p w:rsidR="00AB12CD" w:rsidRDefault="00AB12CD"><w:pPr>${properties}<w:spacing w:after="120"/><w:jc w:val="both"/></w:pPr>${runs(text, seed)}</w:p>`

const table = (rows: number, seed: number): string =>
  `<w:tbl><w:tblPr><w:tblStyle w:val="TableGrid"/><w:tblLook w:val="04A0" w:firstRow="1"/></w:tblPr>${Array.from(
    { length: rows },
    (_, row) =>
      `<w:tr w:rsidR="00AB12CD">${['Position', 'Service rendered', 'Amount'].map((name, column) => `<w:tc><w:tcPr><w:tcW w:w="3000" w:type="dxa"/></w:tcPr>${paragraph(row === 0 ? name : `${name} ${row * 7 + column}`, seed + row)}</w:tc>`).join('')}</w:tr>`,
  ).join('')}</w:tbl>`

const styles =
  '<w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="en-GB"/></w:rPr></w:rPrDefault></w:docDefaults>' +
  '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>' +
  Array.from(
    { length: 60 },
    (_, index) =>
      `<w:style w:type="paragraph" w:styleId="Heading${index + 1}"><w:name w:val="heading ${index + 1}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:link w:val="Heading${index + 1}Char"/><w:uiPriority w:val="9"/><w:qFormat/><w:pPr><w:keepNext/><w:spacing w:before="240"/><w:outlineLvl w:val="${index % 9}"/></w:pPr><w:rPr><w:b/><w:sz w:val="32"/></w:rPr></w:style>`,
  ).join('')

const numbering = `<w:abstractNum w:abstractNumId="0">${Array.from({ length: 9 }, (_, level) => `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%${level + 1}."/></w:lvl>`).join('')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`

/** A letter, an offer with tables or a contract of the given number of blocks, in one of three languages. */
export function wordDocument(blocks: number, seed: number): Uint8Array {
  const body: string[] = []
  const pool = sentences[seed % sentences.length] ?? []
  for (let index = 0; index < blocks; index++) {
    const at = seed + index
    const text = `${pool[at % 4] ?? ''} ${pool[(at * 3 + 1) % 4] ?? ''} (${at})`
    if (index % 12 === 0) body.push(paragraph(`Clause ${index / 12 + 1}`, at, '<w:pStyle w:val="Heading1"/>'))
    else if (index % 12 === 5) body.push(table(4 + (seed % 5), at))
    else if (index % 4 === 3)
      body.push(paragraph(text, at, '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'))
    else body.push(paragraph(text, at))
  }
  return docxOf({
    body: `${body.join('')}<w:sectPr><w:headerReference w:type="default" r:id="rIdheader"/><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>`,
    parts: {
      styles,
      numbering,
      header: paragraph('Chancery and Partners, Attorneys', 1),
      footer: paragraph('Page 1 of 3', 2),
      footnotes: `<w:footnote w:id="1">${paragraph('As amended in 2021.', 3)}</w:footnote>`,
    },
    core: '<dc:title>Agreement</dc:title>',
  })
}
