import type { Candidate } from '../candidate.ts'
import { spaced, type Target } from '../labels/target.ts'
import type { Finding } from '../profiles/finding.ts'
import { payment, rangesOf } from '../profiles/period.ts'
import { wordsOf } from '../text-index.ts'
import { labelWords, sameStem } from './alike-words.ts'
import type { Option } from './option.ts'

const firsts = new Set(
  'start begin beginning begins commencement commences from since beginn anfang von ab debut depuis effet inicio desde comienzo inizio decorrenza dal inicial abertura begin aanvang vanaf poczatek rozpoczecia od zacatek start startdatum borjan fran begyndelse alku baslangic kezdete inceput εναρξη начало початок aufnahme anreise arrival admission checkin ingreso llegada entrada arrivo chegada arrivee aankomst 開始 開始日 entree ingresso ricovero hospitalisation opname'.split(
    ' ',
  ),
)
const lasts = new Set(
  'end ends ending expiry expiration expires until to termination ende bis ablauf fin jusqu expiration echeance final hasta vencimiento termino fine scadenza fim ate termo einde eind einddatum tot koniec zakonczenia do konec slut till slutdatum loppu bitis vege sfarsit ληξη конец окончание кінець закінчення entlassung abreise departure discharge checkout alta salida partenza partida depart vertrek 終了 終了日 sortie uscita dimissione ontslag'.split(
    ' ',
  ),
)
const before = 60

/** Which end of a period a field of a date asks for by its name, and the other words of it: of `contractStart` the word `contract`. */
function endOf(name: string): { readonly isFirst: boolean; readonly rest: readonly string[] } | undefined {
  const words = wordsOf(spaced(name)).map(({ folded }) => folded)
  const compound = words
    .map((word) => word.replace(/(?<=.{4})s?(?:datum|dato)$/u, ''))
    .flatMap((word) => {
      const found = /^(.{4,}?)s?(beginn?|anfang|ende|start|slut|einde|aufnahme|entlassung)$/u.exec(word)
      return found ? [found[1] ?? '', found[2] ?? ''] : [word]
    })
  const isEnd = compound.some((word) => lasts.has(word))
  if (isEnd === compound.some((word) => firsts.has(word))) return undefined
  return {
    isFirst: !isEnd,
    rest: labelWords(compound.filter((word) => !firsts.has(word) && !lasts.has(word)).join(' ')).telling,
  }
}

/**
 * The first or last day of the period that a field of a date asks for: `contractEnd` of `Contract period: 1 May to 30 June`.
 * Of several periods it is that with the other words of the name before it.
 */
export function periodOptions(finding: Finding, target: Target): Option[] {
  // The last day to pay is none of a period.
  const end = target.type === 'date' && !payment.test(target.name) ? endOf(target.name) : undefined
  if (end === undefined) return []
  const { text } = finding.index
  const isSaid = ({ start }: Candidate): boolean => {
    const words = wordsOf(text.slice(Math.max(0, start - before), start))
    return (
      end.rest.length > 0 &&
      end.rest.every((word) => words.some(({ folded }) => sameStem(word, folded) || folded.endsWith(word)))
    )
  }
  return rangesOf(finding).map(({ first, last }, at) => {
    const value = end.isFirst ? first : last
    const score = (isSaid(first) ? 0.8 : 0.62) - Math.min(at, 5) * 0.06
    return { value, score: score * value.confidence, method: 'clause' }
  })
}
