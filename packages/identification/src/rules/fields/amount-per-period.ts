import type { Candidate } from '../candidate.ts'
import { spaced, type Target } from '../labels/target.ts'
import type { Values } from '../read-values.ts'
import { type TextIndex, wordsOf } from '../text-index.ts'
import type { Option } from './option.ts'

/** What names of fields call an amount that comes again, folded, and what papers have behind one: en, de, fr, es, it, pt, nl, pl, sv. */
const periods: readonly (readonly [names: string, behind: RegExp])[] = [
  [
    'monthly month monatlich monatliche monatlicher monats mensuel mensuelle mensuels mensual mensuales mensile mensili mensal mensais maandelijks maandelijkse miesieczny miesieczna miesiecznie manadsvis',
    /^(?: (?:brut|net|TTC|HT|brutto|netto|gross|bruto|brutos|lordi))?(?: (?:per|a|each|every|pro|im|par|al|por|ao|al|cada|na|i|om)|\/)[ ]?(?:calendar )?(?:month|monat|mois|mes|mese|mês|maand|miesiąc|månad(?:en)?)(?!\p{L})|^,? (?:monthly|monatlich|mensuels?|mensuales|mensili|mensais|mensal|maandelijks|miesięcznie)(?!\p{L})/iu,
  ],
  [
    'annual yearly annually jahrlich jahrliche jahres annuel annuelle anual anuales annuo annuale anuais jaarlijks jaarlijkse roczny roczna rocznie arlig',
    /^(?: (?:brut|net|TTC|HT|brutto|netto|gross|bruto|brutos|lordi))?(?: (?:per|a|each|every|pro|im|par|al|por|ao|all['’]|cada|na|om)|\/)[ ]?(?:year|annum|jahr|an|année|año|anno|ano|jaar|rok|år)(?!\p{L})|^,? (?:annually|yearly|jährlich|annuels?|anuales|annui|anuais|jaarlijks|rocznie)(?!\p{L})/iu,
  ],
  [
    'weekly wochentlich wochentliche hebdomadaire semanal settimanale wekelijks tygodniowo',
    /^(?: (?:per|a|each|every|pro|par|por|alla|cada)|\/)[ ]?(?:week|woche|semaine|semana|settimana|tydzień|vecka)(?!\p{L})|^,? (?:weekly|wöchentlich|hebdomadaires?|semanales|settimanali|wekelijks)(?!\p{L})/iu,
  ],
  [
    'hourly hour stundensatz stunden stunde stundenlohn horaire heure hora horario oraria orario uurtarief uurloon uur godzinowa timpris',
    /^(?: (?:plus VAT|netto|HT|net))?(?: (?:per|an|each|pro|die|par|por|a|na|i)|\/| (?:(?:de |à )?l|all)['’])[ ]?(?:hours?|hr|h|stunde|std\.?|heure|hora|ora|uur|godzin[ęy]|timme)(?!\p{L})|^,? (?:hourly|stündlich)(?!\p{L})/iu,
  ],
  [
    'daily day tagessatz tages journalier journaliere jour diaria diario giornaliera giornaliero dagtarief',
    /^(?: (?:plus VAT|netto|HT|net))?(?: (?:per|a|each|pro|par|por|al|ao)|\/)[ ]?(?:days?|tag|jour|día|dia|giorno|dag)(?!\p{L})|^,? (?:daily|täglich)(?!\p{L})/iu,
  ],
]
const reach = 32

/** The only amount that is said to be for such a time: `montantMensuel` of `1 560 € par an, soit 130 € par mois`. */
export function amountPerPeriod({ text }: TextIndex, values: Values, target: Target): Option[] {
  if (target.type !== 'money') return []
  const words = new Set(wordsOf(spaced(target.name)).map(({ folded }) => folded))
  const period = periods.find(([names]) => names.split(' ').some((name) => words.has(name)))?.[1]
  if (period === undefined) return []
  const found = values.of('money').filter(({ end }: Candidate) => period.test(text.slice(end, end + reach)))
  const [only] = found
  if (only === undefined || found.some(({ value }) => JSON.stringify(value) !== JSON.stringify(only.value))) return []
  return [{ value: only, score: 0.56 * only.confidence, method: 'clause' }]
}
