/** Spans of time in the languages of most templates, and the formatter that adds them. */
const steps: readonly (readonly [unit: RegExp, formatter: string])[] = [
  [/^(?:days?|Tage?n?|jours?|d[ií]as?|giorn[io]|dag(?:en)?|dias?)$/iu, 'addDays'],
  [/^(?:weeks?|Wochen?|semaines?|semanas?|settiman[ae]|wek?en|week)$/iu, 'addWeeks'],
  [/^(?:months?|Monate?n?|mois|mes(?:es)?|mes[ei]|maand(?:en)?|mês)$/iu, 'addMonths'],
  [/^(?:years?|Jahre?n?|ans?|années?|años?|ann[io]|jaar|jaren|anos?)$/iu, 'addYears'],
]

/** The formatter that adds so many of a unit to a date: `addMonths` of `months` and `Monate`. */
export const stepNamed = (unit: string): string | undefined => steps.find(([pattern]) => pattern.test(unit))?.[1]
