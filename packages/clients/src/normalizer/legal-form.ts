/** Legal forms that are nobody's name, without dots. */
const certain = new Set(
  'gmbh mbh kgaa ohg gbr partg partgmbb gesmbh llp llc inc incorporated corp corporation ltd limited plc sarl eurl sasu selarl srl bvba vof lda ltda oyj aps asa sro kft zrt doo pty pvt kg bv nv sas snc sagl slu spzoo senc sencrl'.split(
    ' ',
  ),
)

/** Those that are also names or words: "Marc As", "Maria Sa", "Anna Co", "Eva Spa". They need a sign more. */
const doubtful = new Set('ag sa as ab co sl oy eg ug company cie lp spa ev ek bt kk'.split(' '))

/** What organizations are called that have no legal form in their name, folded. */
const kinds = new Set(
  'university universitat universidad universite universita foundation stiftung fundacion fondation fondazione stichting verein association asociacion associazione associacao ministry ministerium ayuntamiento krankenhaus sparkasse rechtsanwalte steuerberater notaires'.split(
    ' ',
  ),
)

const leading = new Set(['SARL', 'SAS', 'SCI', 'EURL', 'SCP', 'SELARL', 'ООО', 'ЗАО', 'ПАО', 'АО', 'ТОО'])

const family = /&\s*(?:co|cie|company|partners?|associates|sons|söhne|soehne|sohn|fils|figli|hijos|zonen)\.?$/iu
const eastAsian = /^(?:株式会社|有限会社|合同会社|주식회사)|(?:株式会社|有限公司|有限会社|合同会社|주식회사)$/u

/** Forms written with blanks, closed up: "e. V.", "Sp. z o.o.", "S. p. A.". */
const spaced =
  /\s(e\.\s?[VvKk]\.?|sp\.?\s?z\s?o\.?\s?o\.?|s\.\s?r\.\s?o\.?|s\.\s?[lra]\.(?:\s?[ul]\.)?|s\.\s?p\.\s?a\.)$/iu

const fold = (word: string): string =>
  word
    .normalize('NFD')
    .replaceAll(/[\p{M}.,/()]/gu, '')
    .toLowerCase()

/**
 * Whether a name is an organization's, by its legal form. A last word that is a surname too does not make one of a
 * person: it counts in capitals among small letters, with dots, or behind "&".
 * @param name at most a few hundred characters, single blanks
 */
export function hasLegalForm(name: string): boolean {
  if (eastAsian.test(name) || family.test(name) || spaced.test(name)) return true
  const words = name.split(' ')
  if (words.length < 2) return false
  const [first = '', last = ''] = [words[0], words.at(-1)]
  if (certain.has(fold(last)) || /^[ap]\/s$/i.test(last) || leading.has(first)) return true
  if (doubtful.has(fold(last))) {
    const inCapitals = /^\p{Lu}{2,}$/u.test(last) && name !== name.toUpperCase()
    return inCapitals || /^\p{L}\.(?:\p{L}\.)*\p{L}?\.?$/u.test(last) || words.at(-2) === '&' || /^co\.$/i.test(last)
  }
  return kinds.has(fold(first)) || (words.length > 2 && kinds.has(fold(last)))
}

/** What stands in a column of forms of address for who is no person, folded. */
const firmWords = new Set(
  'firma societe entreprise company azienda ditta empresa bedrijf firm organisation organization unternehmen foretag yritys cegi spolecnost'.split(
    ' ',
  ),
)

/** Whether a form of address says that it is an organization's: "Firma", "SARL". */
export const saysFirm = (honorific: string): boolean =>
  firmWords.has(fold(honorific)) || certain.has(fold(honorific)) || leading.has(honorific)
