import { type Attack, latin1, utf8 } from '../attack.ts'
import { csvAttacks, jsonAttacks, vcardAttacks } from './clients.ts'
import { htmlAttacks } from './html.ts'
import type { LargeAttack } from './large-attack.ts'
import { mailAttacks } from './mail.ts'
import { markdownAttacks } from './markdown.ts'
import { openPresentationAttacks, openSpreadsheetAttacks, openTextAttacks } from './open-document.ts'
import { pdfAttacks } from './pdf.ts'
import { presentationAttacks } from './presentation.ts'
import { richTextAttacks } from './rich-text.ts'
import { spreadsheetAttacks } from './spreadsheet.ts'
import { svgAttacks } from './svg.ts'
import { textAttacks } from './text.ts'
import { tiffAttacks } from './tiff.ts'
import { wordAttacks } from './word.ts'

/** A document that is made when it is wanted. */
export interface LargeDocument {
  readonly name: string
  make(): Attack
}

const same = <T>(content: T): T => content

/** Sound documents, as a rule, that have more of one thing than anybody's have: what they cost may grow no faster than they do. */
export const largeAttacks: readonly LargeDocument[] = [
  ...documents('docx', wordAttacks, same),
  ...documents('xlsx', spreadsheetAttacks, same),
  ...documents('ods', openSpreadsheetAttacks, same),
  ...documents('odt', openTextAttacks, same),
  ...documents('odp', openPresentationAttacks, same),
  ...documents('pptx', presentationAttacks, same),
  ...documents('pdf', pdfAttacks, same),
  ...documents('txt', textAttacks, utf8),
  ...documents('eml', mailAttacks, latin1),
  ...documents('html', htmlAttacks, utf8),
  ...documents('csv', csvAttacks, utf8),
  ...documents('vcf', vcardAttacks, utf8),
  ...documents('json', jsonAttacks, utf8),
  ...documents('rtf', richTextAttacks, latin1),
  ...documents('svg', svgAttacks, utf8),
  ...documents('md', markdownAttacks, utf8),
  ...documents('tif', tiffAttacks, same),
]

function documents<Content>(
  ending: string,
  attacks: readonly LargeAttack<Content>[],
  bytesOf: (content: Content) => Uint8Array,
): readonly LargeDocument[] {
  return attacks.map(([attack, make]) => {
    const name = `large ${ending}: ${attack}`
    return { name, make: () => ({ name, filename: `a.${ending}`, bytes: bytesOf(make()) }) }
  })
}
