/** "1.2 ", "IV. ", "§ 3 ", "Article 5", "Chapter II": what numbers a heading. */
const numbers =
  /^(?:(\d{1,2}(?:\.\d{1,2}){0,5})\.?|[IVXL]{1,6}\.?|[A-Z]\.|[A-Z](?:\.\d{1,2}){1,4}\.?|§{1,2}\s*\d{1,4}[a-z]?|(?:article|art\.|section|chapter|part|annex|appendix|schedule|artikel|kapitel|abschnitt|teil|anhang|anlage|chapitre|annexe|titre|artículo|capítulo|sección|anexo|articolo|capitolo|sezione|allegato|artigo|capítulo|hoofdstuk|bijlage|rozdział|załącznik|глава|раздел|статья|приложение)\s+(?:\d{1,3}(?:\.\d{1,2}){0,3}|[IVXL]{1,6}|[A-Z]))(?=[\s.:–—-]|$)[\s.:–—-]*/iu

/** How deep a heading is numbered ("2.1": 2), and how long its number is with what parts it from the title. */
export function sectionNumber(text: string): { readonly depth: number; readonly length: number } | undefined {
  const found = numbers.exec(text)
  if (found === null) return undefined
  // Small roman numerals and letters are of lists.
  if (/^\p{Ll}+\.?\s/u.test(text) && !/^\p{L}{3,}/u.test(text)) return undefined
  const title = text.slice(found[0].length)
  if (title !== '' && !/^["“„«(]?[\p{Lu}\p{Lo}\p{N}]/u.test(title)) return undefined
  return { depth: (found[1] ?? '').split('.').length, length: found[0].length }
}
