import { utf8 } from './attack.ts'
import type { GoodDocument } from './good-documents.ts'
import { openDocument, presentation, wordMain, wordText, wordWith, workbook } from './packages.ts'
import { catalog, helvetica, page, pages, pdf, stream } from './raw-pdf.ts'

const kinds = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const external = (id: number, kind: string, target: string): string =>
  `<Relationship Id="rId${id}" Type="${kinds}/${kind}" Target="${target}" TargetMode="External"/>`

function word(address: string): Buffer {
  const relations = [
    'image',
    'hyperlink',
    'attachedTemplate',
    'aFChunk',
    'oleObject',
    'frame',
    'styles',
    'header',
    'subDocument',
  ]
  const body = `${wordText('Dear Ada')}<w:p><w:r><w:fldSimple w:instr=" INCLUDEPICTURE &quot;${address}/f.png&quot; "/></w:r></w:p><w:altChunk r:id="rId4"/><w:p><w:r><w:drawing><a:blip xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" r:link="rId1" r:embed="rId1"/></w:drawing></w:r></w:p><w:subDoc r:id="rId9"/>`
  return wordWith(wordMain(body), [
    {
      name: 'word/_rels/document.xml.rels',
      content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.map((kind, index) => external(index + 1, kind, `${address}/${kind}`)).join('')}</Relationships>`,
    },
    {
      name: 'word/_rels/settings.xml.rels',
      content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${external(1, 'attachedTemplate', `${address}/t.dotm`)}</Relationships>`,
    },
  ])
}

const html = (address: string): string =>
  `<!DOCTYPE html><html manifest="${address}/m"><head><base href="${address}/"><link rel="stylesheet" href="${address}/c.css"><link rel="preconnect" href="${address}"><meta http-equiv="refresh" content="0;url=${address}/r"><script src="${address}/s.js"></script><style>@import url(${address}/i.css);p{background:url(${address}/b.png)}</style></head><body background="${address}/g.png"><p>Dear Ada</p><img src="${address}/a.png" srcset="${address}/2.png 2x"><iframe src="${address}/f"></iframe><object data="${address}/o"></object><embed src="${address}/e"><video src="${address}/v" poster="${address}/p"></video><svg><use href="${address}/u.svg#a"/><image href="${address}/x.png"/></svg><form action="${address}/form"></form><a href="${address}/l" ping="${address}/ping">l</a></body></html>`

function mail(address: string): string {
  const boundary = '--b\r\n'
  return `From: Ada <ada@example.com>\r\nTo: b@example.com\r\nSubject: a\r\nMIME-Version: 1.0\r\nMessage-ID: <1@example.com>\r\nList-Unsubscribe: <${address}/u>\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${boundary}Content-Type: text/html\r\nContent-Location: ${address}/location\r\n\r\n${html(address)}\r\n${boundary}Content-Type: message/external-body; access-type=URL; URL="${address}/body"\r\n\r\nContent-Type: text/plain\r\n\r\n${boundary}Content-Type: message/rfc822\r\n\r\nFrom: a@example.com\r\nMessage-ID: <2@example.com>\r\nContent-Type: text/html\r\n\r\n${html(address)}\r\n--b--\r\n`
}

function portable(address: string): Buffer {
  const action = (kind: string, rest: string): string => `<< /S /${kind} ${rest} >>`
  return pdf([
    catalog.replace(
      ' >>',
      ` /OpenAction ${action('URI', `/URI (${address}/open)`)} /AcroForm << /Fields [] /XFA 6 0 R >> /URI << /Base (${address}/) >> >>`,
    ),
    pages,
    page('/Font << /F1 5 0 R >> /XObject << /X 7 0 R >>').replace(
      / >>$/,
      ` /AA << /O ${action('SubmitForm', `/F << /FS /URL /F (${address}/submit) >>`)} >> /Annots [<< /Subtype /Link /Rect [0 0 99 99] /A ${action('URI', `/URI (${address}/link)`)} >> << /Subtype /Link /Rect [0 0 99 99] /A ${action('GoToR', `/F << /FS /URL /F (${address}/other.pdf) >> /D [0 /Fit]`)} >> << /Subtype /Link /Rect [0 0 9 9] /A ${action('Launch', `/F (${address}/run)`)} >>] >>`,
    ),
    stream('', 'BT /F1 9 Tf 50 50 Td (Dear Ada) Tj ET /X Do'),
    helvetica,
    stream('', `<!DOCTYPE a [<!ENTITY b SYSTEM "${address}/entity">]><xdp:xdp>&b;</xdp:xdp>`),
    `<< /Type /XObject /Subtype /Image /Width 9 /Height 9 /BitsPerComponent 8 /ColorSpace /DeviceGray /Length 0 /F << /FS /URL /F (${address}/picture) >> >>\nstream\n\nendstream`,
  ])
}

/** Documents of every type that ask whoever reads them to fetch something from an address. */
export const addressedDocuments = (address: string): readonly GoodDocument[] => [
  { filename: 'a.docx', bytes: word(address) },
  {
    filename: 'a.xlsx',
    bytes: workbook(
      `<sheetData><row r="1"><c r="A1" t="str"><f>WEBSERVICE("${address}/w")</f><v>Dear Ada</v></c><c r="B1"><f>'[${address}/b.xlsx]One'!A1</f><v>1</v></c></row></sheetData><hyperlinks><hyperlink ref="A1" r:id="rId9" xmlns:r="${kinds}"/></hyperlinks>`,
    ),
  },
  {
    filename: 'a.pptx',
    bytes: presentation(
      `<p:pic><p:nvPicPr><p:nvPr><a:videoFile r:link="${address}/v" xmlns:r="${kinds}"/></p:nvPr></p:nvPicPr><p:blipFill><a:blip r:link="rId9" xmlns:r="${kinds}"/></p:blipFill></p:pic><p:sp><p:txBody><a:p><a:r><a:t>Dear Ada</a:t></a:r></a:p></p:txBody></p:sp>`,
    ),
  },
  {
    filename: 'a.odt',
    bytes: openDocument(
      'text',
      `<text:section><text:section-source xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="${address}/s.odt"/><text:p>Dear Ada<draw:frame><draw:image xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="${address}/i.png"/><draw:object xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="${address}/o"/></draw:frame></text:p></text:section>`,
    ),
  },
  {
    filename: 'a.ods',
    bytes: openDocument(
      'spreadsheet',
      `<table:table><table:table-source xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="${address}/t.ods"/><table:table-row><table:table-cell table:formula="of:='${address}/t.ods'#$One.A1"><text:p>Dear Ada</text:p></table:table-cell></table:table-row></table:table>`,
    ),
  },
  {
    filename: 'a.odp',
    bytes: openDocument(
      'presentation',
      `<draw:page><draw:frame><draw:plugin xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="${address}/p"/></draw:frame><draw:frame><draw:text-box><text:p>Dear Ada</text:p></draw:text-box></draw:frame></draw:page>`,
    ),
  },
  { filename: 'a.pdf', bytes: portable(address) },
  {
    filename: 'a.rtf',
    bytes: utf8(
      `{\\rtf1{\\*\\template ${address}/t.dot}{\\field{\\*\\fldinst INCLUDEPICTURE "${address}/p.png"}{\\fldrslt Dear}}{\\field{\\*\\fldinst HYPERLINK "${address}/h"}{\\fldrslt Ada}}{\\object\\objautlink{\\*\\objdata 01}}}`,
    ),
  },
  { filename: 'a.eml', bytes: utf8(mail(address)) },
  { filename: 'a.html', bytes: utf8(html(address)) },
  {
    filename: 'a.md',
    bytes: utf8(
      `# Dear Ada\n\n![a](${address}/a.png)\n\n[b]\n\n[b]: ${address}/b\n\n<${address}/c>\n\n<img src="${address}/d">\n`,
    ),
  },
  {
    filename: 'a.svg',
    bytes: utf8(
      `<?xml-stylesheet href="${address}/s.css"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="${address}/a.png"/><use href="${address}/u.svg#a"/><script href="${address}/s.js"/></svg>`,
    ),
  },
  { filename: 'a.csv', bytes: utf8(`name,email\n"=WEBSERVICE(""${address}/w"")",a@example.com\n`) },
  { filename: 'a.json', bytes: utf8(`[{"name":"Ada","$ref":"${address}/ref","photo":"${address}/photo"}]`) },
  {
    filename: 'a.vcf',
    bytes: utf8(
      `BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ada\r\nPHOTO:${address}/p.png\r\nSOURCE:${address}/s\r\nURL:${address}/u\r\nEND:VCARD\r\n`,
    ),
  },
]
