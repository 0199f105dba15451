import { candidate } from '../candidate.ts'
import { spaced, type Target } from '../labels/target.ts'
import { firstWithin, type Values } from '../read-values.ts'
import { collapse, fold, wordsOf, type TextIndex } from '../text-index.ts'
import { personNameAt, titleOfPerson } from '../values/person-names.ts'
import { stemKey } from './alike-words.ts'
import type { Option } from './option.ts'
import type { Stems } from './telling-words.ts'

/** What names of fields call who signs for somebody: en, de, fr, es, it, pt, nl, pl. */
const signs = new Set(
  'signatory signer signed signature signing representative unterzeichner unterzeichnerin unterzeichnet unterschrift vertreter vertreterin signataire signature representant firmante firma firmatario rappresentante representante signatario ondergetekende ondertekenaar vertegenwoordiger podpis reprezentant przedstawiciel'.split(
    ' ',
  ),
)
/** What stands before the party that somebody signs for. */
const signedFor =
  /(?:^|\n|[\s(])(?:(?:signed|executed|agreed)(?: and delivered)? (?:for(?: and on behalf of)?|by)|for(?: and on behalf of)?|on behalf of|für(?: die| den| das)?|i\. ?[AV]\.|pour(?: le compte de)?(?: la| le| l['’])?|por(?: la| el| a| o)?|per(?: la| il)?|voor|namens|za|w imieniu)[ :]{1,3}["“„«]?(?:the |die |der |das )?$/iu
const ends = /\n[ \t]*\r?\n|(?<!\p{L})(?:for|on behalf of|für|pour|por|per|voor|namens|za) (?=\p{Lu})/u
/** Before the name itself: `by Dr Ann Lee`, `Name: Ann Lee`, a line of underscores. */
const toName =
  /(?:(?<!\p{L})(?:by|durch|par|von|da|door|przez|name|nom|nombre|nome|naam)[: ][ ]?|\n[ \t_.:–-]*|[:,] )/giu
const reach = 200
const mostPlaces = 40

/** Who signs for the party that a field's name has: `signatoryCorvane` of `Signed for Corvane by Dr Ishbel Farquharson`. */
export function signingOptions(index: TextIndex, values: Values, stems: Stems, target: Target): Option[] {
  if (target.type !== 'person') return []
  const words = wordsOf(spaced(target.name)).map(({ folded }) => folded)
  const party = words.filter((word) => !signs.has(word) && word.length > 2 && word !== 'name')
  const [first] = party
  if (first === undefined || party.length === words.length) return []
  const { text } = index
  for (const at of (stems.get(stemKey(first)) ?? []).slice(0, mostPlaces)) {
    const word = index.words[at]
    if (word?.folded !== first || !signedFor.test(text.slice(Math.max(0, word.start - 50), word.start))) continue
    const rest = text.slice(word.end, word.end + reach)
    const behind = rest.slice(0, ends.exec(rest)?.index ?? rest.length)
    for (const { 0: lead, index: place } of behind.matchAll(toName)) {
      const begin = word.end + place + lead.length
      const start = begin + titleOfPerson(text.slice(begin, begin + 60))
      const known = firstWithin(values.of('person'), start, start + 1)
      const name = known ?? personNameAt(index, start)
      if (name === undefined || ('parts' in name && name.parts < 2)) continue
      const raw = collapse(text.slice(name.start, name.end))
      if (wordsOf(raw).some(({ folded }) => folded === fold(first))) continue
      return [{ value: candidate('person', name.start, name.end, raw, 0.85), score: 0.68, method: 'signature' }]
    }
  }
  return []
}
