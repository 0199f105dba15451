import { asciiWords } from './identifier-names.ts'
import type { NameVote } from './name-votes.ts'
import { isTellingWord } from './name-words.ts'
import type { Piece, Variable } from './template.ts'
import { isAddress } from './value-forms.ts'

const quoted = `["“”„«»]\\s?([\\p{L}][\\p{L} ’'-]{1,30}?)\\s?["“”„«»]`
/** What a party or a thing is called from there on: `("Recipient")`, `(the “Term”)`, `(Mieter)`. */
const inBrackets = new RegExp(
  `^,?\\s?\\((?:[^()"“”„«»]{0,40}${quoted}[^()]{0,40}|(\\p{Lu}[\\p{L}]{2,24}(?: \\p{Lu}[\\p{L}]{2,24})?))\\)`,
  'u',
)
/** The same in the sentence: `, ci-après « le Bailleur »`, `, nachfolgend „Mieter“ genannt`. */
const inSentence = new RegExp(
  `^,?\\s(?:hereinafter|hereafter|nachfolgend|nachstehend|im Folgenden|ci-après|en adelante|in appresso|di seguito|hierna|doravante|zwan\\p{Ll}+ dalej|dále jen|w dalszej części)[^"“”„«»().;\\n]{0,40}${quoted}`,
  'u',
)

/** The words of the role that a text gives to what stands before it; none where it gives none. */
export function roleWords(text: string): readonly string[] {
  const found = inBrackets.exec(text) ?? inSentence.exec(text)
  return asciiWords(found?.[1] ?? found?.[2] ?? '')
    .filter(isTellingWord)
    .slice(0, 3)
}

/** Where the naming of a party begins, or a sentence: what stands before is of another one. */
const partyStart =
  /[.:;\n"“”„«»]|\s\(|(?:^|\P{L})(?:and|between|by|und|zwischen|et|entre|par|y|por|e|tra|da|en|tussen|i|a|pomiędzy|między)\s+$/u

/** `, residing at`, `of`: before an address. */
const beforeAddress = /(?:^|[\s,)])(?:of|at|in|zu|à|te|w|demeurant|wohnhaft)\s*$/u

/** Of the values that make up a party, such as a name and its address, the first: it has the role that the last is followed by. */
function ownerOf(pieces: readonly Piece[], last: number): Variable | undefined {
  let first = last
  for (let at = last - 1; at > 0; at -= 2) {
    const [between, before] = [pieces[at], pieces[at - 1]]
    if (between?.kind !== 'constant' || partyStart.test(between.text) || before?.kind !== 'variable') break
    first = at - 1
  }
  const [owner, before] = [pieces[first], pieces[first - 1]]
  // Where somebody is, is nobody.
  if (before?.kind === 'constant' && beforeAddress.test(before.text)) return undefined
  return owner?.kind === 'variable' ? owner.variable : undefined
}

/** What stands between the parties of a case. */
const against = /^,?\s(?:v\.?|vs\.?|versus|\.\/\.|gegen|contre|contra|c\.|contro|tegen)\s$/i

/** Votes for the parties of a case, for the party that gets a role behind the value at this place, and for the address that it has. */
export function votesByRole(pieces: readonly Piece[], index: number): readonly (readonly [Variable, NameVote])[] {
  const piece = pieces[index]
  if (piece?.kind !== 'variable') return []
  const votes: (readonly [Variable, NameVote])[] = []
  const [after, next] = [pieces[index + 1], pieces[index + 2]]
  if (after?.kind === 'constant' && against.test(after.text) && next?.kind === 'variable') {
    votes.push([piece.variable, { words: ['claimant'], worth: 4.5 }])
    votes.push([next.variable, { words: ['defendant'], worth: 4.5 }])
  }
  const role = after?.kind === 'constant' ? roleWords(after.text) : []
  const owner = role.length > 0 ? ownerOf(pieces, index) : undefined
  if (owner !== undefined) votes.push([owner, { words: role, worth: 4.3 }])
  if (!isAddress(piece.variable)) return votes
  if (owner !== undefined && owner !== piece.variable)
    votes.push([piece.variable, { words: [...role, 'address'], worth: 3.4 }])
  const before = pieces[index - 1]
  const earlier = before?.kind === 'constant' && beforeAddress.test(before.text) ? roleWords(before.text) : []
  if (earlier.length > 0) votes.push([piece.variable, { words: [...earlier, 'address'], worth: 3.4 }])
  return votes
}

/** What a signature or a heading of a court paper says below a name. */
const roles = new Set(
  (
    'claimant plaintiff defendant petitioner respondent applicant appellant chair chairman chairwoman secretary treasurer ' +
    'director witness tenant landlord buyer seller employer employee lender borrower licensor licensee contractor ' +
    'klager klagerin beklagte beklagter mieter mieterin vermieter vermieterin kaufer kauferin verkaufer verkauferin ' +
    'auftraggeber auftragnehmer arbeitgeber arbeitnehmer geschaftsfuhrer geschaftsfuhrerin demandeur demanderesse ' +
    'defendeur defenderesse bailleur locataire vendeur acheteur employeur salarie gerant demandante demandado ' +
    'arrendador arrendatario vendedor comprador attore convenuto locatore conduttore venditore acquirente eiser gedaagde ' +
    'verhuurder huurder koper verkoper'
  ).split(' '),
)

/** The words of a line that says as what the name above it stands there: `Claimant`, `- Beklagte -`, `Managing Director`. */
export function roleBelow(line: string | undefined): readonly string[] {
  if (line === undefined || line.length > 40) return []
  const words = asciiWords(line).filter(isTellingWord)
  return words.length > 0 && words.length <= 2 && roles.has(words.at(-1) ?? '') ? words : []
}
