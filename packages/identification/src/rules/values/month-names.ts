import { fold } from '../text-index.ts'

/** Months in en, de, fr, es, it, pt, nl with their usual abbreviations, January first. */
const names: readonly string[] = [
  'january jan januar jänner jaenner janvier janv enero ene gennaio genn gen janeiro januari',
  'february feb februar feber février fevrier févr fevr fév fev febrero febbraio febb fevereiro februari',
  'march mar märz maerz mrz mär mars marzo março maart mrt',
  'april apr avril avr abril abr aprile',
  'may mai mayo maggio mag magg maio mei',
  'june jun juni juin junio giugno giu junho',
  'july jul juli juillet juil julio luglio lug julho',
  'august aug août aout aoû agosto ago augustus',
  'september sep sept septembre septiembre setiembre settembre sett set setembro',
  'october oct oktober okt octobre octubre ottobre ott outubro out',
  'november nov novembre noviembre novembro',
  'december dec dezember dez décembre déc diciembre dic dicembre dezembro',
]

/** Folded month name -> 1 to 12. */
export const monthNumbers: ReadonlyMap<string, number> = new Map(
  names.flatMap((line, index) => line.split(' ').map((name) => [fold(name), index + 1] as const)),
)
