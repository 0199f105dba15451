import { pdfOf } from '@chancery/port-contracts/sample-documents'
import { agileOffice } from '../../packages/guard/src/encryption/encrypted-fixture.ts'
import { utf8 } from '../hostile/attack.ts'
import { solidBitmap } from '../hostile/image-attacks.ts'
import { nestedForms } from '../hostile/pdf-attacks.ts'
import { openDocument, wordBody, wordText, workbook } from '../hostile/packages.ts'
import { rawZip } from '../hostile/raw-zip.ts'
import type { Mark } from './canaries.ts'
import type { TriedDocument } from './hostile-places.ts'

/** Sound and broken documents of all kinds, with a word in each place where somebody's text can stand. */
export function secretDocuments(mark: Mark): readonly TriedDocument[] {
  const text = (): string => mark('document text')
  const sound = wordBody(wordText(text()) + wordText(`Dear {name} {${mark('tag name')}}`))
  const named = (ending: string, bytes: Uint8Array): TriedDocument => ({
    name: ending,
    filename: `${mark('document name')}.${ending}`,
    bytes,
  })
  return [
    named('docx', sound),
    named('docx', wordBody(wordText(`${text()} {name | ${mark('formatter')}}`))),
    named('docx', wordBody(`${wordText(text())}{#${mark('tag name')}}{/x`)),
    named('docx', wordBody(`<w:p ${mark('attribute name')}="${mark('attribute value')}>${text()}</w:q>`)),
    named('docx', wordBody(wordText(text()), [{ name: `word/${mark('zip entry name')}.xml`, content: '<a' }])),
    named('docx', wordBody(wordText(text()), [{ name: `../${mark('zip entry name')}`, content: text() }])),
    named(
      'docx',
      wordBody(wordText(text()), [{ name: `word/${mark('zip entry name')}.xml`, content: text(), crc: 1 }]),
    ),
    named('docx', rawZip([{ name: `${mark('zip entry name')}.txt`, content: text() }])),
    named('docx', sound.subarray(0, sound.length - 40)),
    { ...named('docx', agileOffice(sound, mark('document password'))), password: mark('wrong document password') },
    named('xlsx', workbook(`<sheetData><row><c t="str"><v>${text()}</v></c></row></sheetData>`, `<si>${text()}`)),
    named('odt', openDocument('text', `<text:p ${mark('attribute name')}="${mark('attribute value')}">${text()}`)),
    named('pdf', pdfOf([`Invoice ${text()}`, `Total: 120.00 EUR ${text()}`])),
    named('pdf', Buffer.concat([pdfOf([text()]).subarray(0, 300), utf8(` /${mark('PDF name')} << (${text()}`)])),
    named('pdf', Buffer.concat([nestedForms(24, 2), utf8(`\n% ${text()}\n`)])),
    named('csv', utf8(`name,email,${mark('column')}\n${mark('client')},${mark('client')}@example.com,"${text()}\n`)),
    named('csv', utf8(`name,email\n${mark('client')},${mark('client')} at example\n,,,,\n`)),
    named('json', utf8(`[{"name":"${mark('client')}","${mark('column')}":{"a":"${text()}"}},{"name":"${text()}`)),
    named('json', utf8(`{"subject":"${text()}","html":"<p>${text()} {{${mark('tag name')}","text":"${text()}"}`)),
    named(
      'vcf',
      utf8(`BEGIN:VCARD\r\nFN:${mark('client')}\r\nEMAIL:${mark('client')}\r\n${mark('column')}\r\nEND:VCARD`),
    ),
    named(
      'eml',
      utf8(
        `From: ${mark('address')}@example.com\r\nTo: <${mark('address')}\r\nSubject: ${text()} {{\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/html; name="${mark('document name')}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${text()}\r\n--b\r\nContent-Type: ${text()}\r\n`,
      ),
    ),
    named(
      'html',
      utf8(`<p title="${mark('attribute value')}">${text()} {{#if ${mark('tag name')}}} {{name | ${text()}`),
    ),
    named('rtf', utf8(`{\\rtf1 ${text()}{\\*\\${mark('control word')} {{{`)),
    named('txt', utf8(`Invoice ${text()}\nIBAN: DE89 3704 0044 0532 0130 00 ${text()}\n`)),
    named('bmp', solidBitmap(600, 200)),
    named('xyz', utf8(`\u0000\u0001${text()}`)),
  ]
}
