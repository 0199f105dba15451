import { candidate } from '../candidate.ts'
import { spaced, type Target } from '../labels/target.ts'
import type { Values } from '../read-values.ts'
import { collapse, fold, type TextIndex, wordsOf } from '../text-index.ts'
import type { Option } from './option.ts'

const places = new Set('place ort lieu lugar luogo local plaats miejsce plats sted misto place location'.split(' '))
/** What says that it is where a paper was signed or made; a name may leave it out. */
const signing = new Set(
  'signature signing signed issue execution unterschrift unterzeichnung ausstellung ausstellungs firma sottoscrizione emision expedicion celebracion assinatura emissao ondertekening opmaak podpisania zawarcia undertecknande underskrift document paper contract contrat contrato contratto vertrag'.split(
    ' ',
  ),
)
/** The place before the day of a paper, at the begin of a line: `Morbegno, 6 maggio 2026`, `Fait à Quimper, le 12 juin`. */
const placeBefore =
  /(?:^|[\n\t]| {3})(?:[^\n\t]{0,60}?(?<!\p{L})(?:[Ff]ait(?: en [^\n\t,]{1,30})? à|[Hh]echo en|[Dd]one at|[Ff]eito em|[Ee]n|[Ee]m|[Gg]edaan te|w) )?(\p{Lu}[\p{L}’'-]{1,24}(?:[ -](?:(?:de|di|del|la|am|an der|sur|upon) )?\p{Lu}[\p{L}’'-]{1,24}){0,3}), ?(?:(?:den|le|the|a|il|lì|em|op|dnia|dne|den|d\.|li) ?)?$/u
/** In a sentence, without a comma: `Aldus opgemaakt te Amersfoort op 24 november`. */
const madeAt =
  /(?:^|\n)[^\n]{0,40}(?<!\p{L})(?:fait|hecho|done|signed|feito|fatto|opgemaakt|gedaan|(?:onder)?getekend|geschehen|unterzeichnet)(?: (?:in (?:duplicate|tweevoud|drievoud|duplice copia)|en (?:deux|trois|double|doble|dos) ?(?:exemplaires|originaux|ejemplar(?:es)?|copias)?))? (?:à|en|at|em|a|te|zu|in) (\p{Lu}[\p{L}’'-]{1,24}(?:[ -](?:(?:de|di|del|la|am|an der|sur|upon) )?\p{Lu}[\p{L}’'-]{1,24}){0,3}) (?:op|le|am|den|on|the|el|il|em|den) ?$/iu
const reach = 120

/** Where a paper was made, for a field that asks for a place alone or for that of its signature. */
export function placeOfDay({ text }: TextIndex, values: Values, target: Target, description = ''): Option[] {
  if (target.type !== 'text') return []
  const [name, said] = [spaced(target.name), description].map((raw) => wordsOf(raw).map(({ folded }) => fold(folded)))
  if (!name?.some((word) => places.has(word))) return []
  const others = name.filter((word) => !places.has(word) && !signing.has(word) && word.length > 3)
  const isSigning = [...name, ...(said ?? [])].some((word) => signing.has(word))
  if (others.length > 0 || (!isSigning && description !== '')) return []
  for (const { start } of values.of('date').toReversed().slice(0, 40)) {
    const from = Math.max(0, start - reach)
    const before = text.slice(from, start)
    const place = (placeBefore.exec(before) ?? madeAt.exec(before))?.[1]
    if (place === undefined) continue
    const at = from + before.lastIndexOf(place)
    const value = candidate('text', at, at + place.length, collapse(place), 0.85)
    return [{ value, score: isSigning ? 0.62 : 0.5, method: 'position' }]
  }
  return []
}
