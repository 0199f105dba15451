import { letterDocument } from '../fixtures/letter.ts'
import { pdfOf } from '@chancery/port-contracts/sample-documents'
import { docOf } from '../../packages/reading-office/src/legacy/doc-fixture.ts'
import { pptOf, shape } from '../../packages/reading-office/src/legacy/ppt-fixture.ts'
import { utf8 } from './attack.ts'
import { gif, png, solidBitmap } from './image-attacks.ts'
import { openDocument, presentation, wordBody, wordText, workbook } from './packages.ts'

export interface GoodDocument {
  readonly filename: string
  readonly bytes: Uint8Array
}

const mail = [
  'From: Ada <ada@example.com>',
  'To: office@example.com',
  'Subject: Invoice 1042',
  'Message-ID: <1@example.com>',
  'MIME-Version: 1.0',
  'Content-Type: multipart/alternative; boundary="b"',
  '',
  '--b',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Total: 120.00 EUR',
  '--b',
  'Content-Type: text/html',
  '',
  '<p>Total: <b>120.00 EUR</b></p>',
  '--b--',
  '',
].join('\r\n')

/** Small sound documents of the types that the service reads: what mutants are made of. */
export const goodDocuments = (): readonly GoodDocument[] => [
  {
    filename: 'letter.docx',
    bytes: letterDocument({ name: 'Ada Lovelace', number: '1042', total: '120.00', items: [['Survey', '120.00']] }),
  },
  { filename: 'template.docx', bytes: letterDocument({ name: '{name}', number: '{number}', total: '{total}' }) },
  {
    filename: 'loop.docx',
    bytes: wordBody(
      wordText('Dear {client.name},') + wordText('{#items}') + wordText('{title}: {price}') + wordText('{/items}'),
    ),
  },
  {
    filename: 'list.xlsx',
    bytes: workbook(
      '<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>Ada</t></is></c><c r="B2"><v>120.5</v></c></row></sheetData><mergeCells><mergeCell ref="A1:A2"/></mergeCells>',
      '<si><t>Name</t></si><si><t>Total</t></si>',
    ),
  },
  {
    filename: 'talk.pptx',
    bytes: presentation('<p:sp><p:txBody><a:p><a:r><a:t>Offer 1042</a:t></a:r></a:p></p:txBody></p:sp>'),
  },
  {
    filename: 'note.odt',
    bytes: openDocument(
      'text',
      '<text:h text:outline-level="1">Offer</text:h><text:p>Total: 120<text:s text:c="2"/>EUR</text:p>',
    ),
  },
  {
    filename: 'list.ods',
    bytes: openDocument(
      'spreadsheet',
      '<table:table table:name="One"><table:table-row><table:table-cell table:number-columns-repeated="2"><text:p>120</text:p></table:table-cell></table:table-row></table:table>',
    ),
  },
  { filename: 'invoice.pdf', bytes: pdfOf(['Invoice 1042', 'Total: 120.00 EUR', 'Date: 3 March 2026']) },
  {
    filename: 'note.rtf',
    bytes: utf8("{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}\\f0 Invoice {\\b 1042}\\par Total: 120\\'80 \\u8364?}"),
  },
  { filename: 'mail.eml', bytes: utf8(mail) },
  {
    filename: 'page.html',
    bytes: utf8(
      '<!DOCTYPE html><html><body><h1>Offer</h1><table><tr><td colspan="2">Total</td></tr><tr><td>120</td><td>EUR</td></tr></table><p>Dear &amp; <b>Ada</b></p></body></html>',
    ),
  },
  {
    filename: 'note.md',
    bytes: utf8('# Offer\n\n| Item | Price |\n|---|---|\n| Survey | 120 |\n\n- one\n- two\n\nTotal: **120 EUR**\n'),
  },
  {
    filename: 'note.txt',
    bytes: utf8('Invoice no. 1042\nDate: 3 March 2026\nTotal: 120.00 EUR\nIBAN: DE89 3704 0044 0532 0130 00\n'),
  },
  {
    filename: 'clients.csv',
    bytes: utf8(
      'name,email,phone\nAda Lovelace,ada@example.com,+44 20 7946 0000\n"Hopper, Grace",grace@example.com,\n',
    ),
  },
  {
    filename: 'clients.json',
    bytes: utf8('[{"name":"Ada Lovelace","email":"ada@example.com"},{"name":"Grace","tags":["a",1,null]}]'),
  },
  {
    filename: 'clients.vcf',
    bytes: utf8(
      'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lovelace;Ada;;;\r\nFN:Ada Lovelace\r\nEMAIL;TYPE=work:ada@example.com\r\nTEL:+44 20 7946 0000\r\nEND:VCARD\r\n',
    ),
  },
  {
    filename: 'talk.odp',
    bytes: openDocument(
      'presentation',
      '<draw:page><draw:frame><draw:text-box><text:p>Offer 1042</text:p></draw:text-box></draw:frame></draw:page>',
    ),
  },
  {
    filename: 'letter.doc',
    bytes: docOf({
      body: [
        { text: 'Offer 1042', style: 1 },
        { text: 'Total: 120.00 EUR', style: 0 },
      ],
      footnotes: 'Net\r',
    }),
  },
  {
    filename: 'talk.ppt',
    bytes: pptOf([{ shapes: [shape({ text: { kind: 0, text: 'Offer 1042' } })], notes: 'Total: 120.00 EUR' }]),
  },
  { filename: 'dot.gif', bytes: gif(9, 9, 2) },
  { filename: 'dot.bmp', bytes: solidBitmap(4, 4) },
  { filename: 'dot.png', bytes: png(2, 2, Uint8Array.of(0, 0, 255, 0, 255, 0)) },
]
