import { escapeXml } from './escape-xml.ts'
import type { RunInsert } from './inserts.ts'

/** What comes behind the highlight in the properties of a run (ECMA-376 part 1, 17.3.2.28: the order is fixed). */
const after =
  /<w:(?:u|effect|bdr|shd|fitText|vertAlign|rtl|cs|em|lang|eastAsianLayout|specVanish|oMath|rPrChange)\b|<\/w:rPr>/

/** A text marked in yellow, in the format of the run where it stands. */
export const highlighted = (text: string): RunInsert => ({
  text,
  runs(properties) {
    const plain = properties.replace(/<w:highlight\b[^>]*\/>/, '')
    const given = plain === '' ? '<w:rPr></w:rPr>' : plain
    const marked = given.replace(after, (next) => `<w:highlight w:val="yellow"/>${next}`)
    return `<w:r>${marked}<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`
  },
})
